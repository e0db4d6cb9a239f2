using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>The checks of a configuration that prevent a start or a change. Any thread.</summary>
// Called by its name.
internal sealed class ConfigurationCheck : IConfigurationCheck
{
    /// <summary>
    /// Checks mailboxes only while the system starts: for one of its guardians, or because its configuration names
    /// <see cref="AkkaInstrumentationProvider"/>. There, a problem prevents the start. If a check ran later, the first instrumented actor would fail
    /// because of another actor's mailbox.
    /// </summary>
    public void Start(ExtendedActorSystem system)
    {
        if (system.SystemGuardian is null || NamesTheProvider(system.Settings.Config))
        {
            MailboxSections.Check(system.Settings);
        }
    }

    public RuleSet ReadRules(SettingsLayers layers, bool showsAll, SettingsProblems problems) => RuleReader.Read(layers, showsAll, problems);

    public RuleEffect ReadEffect(string path, HoconValue section, SettingsProblems problems, Func<string, string> decode) =>
        new RuleSection(path, section, problems, decode).ReadEffect();

    public void AddUnknownKeys(SettingsLayers layers, SettingsProblems problems) => UnknownKeys.Report(layers, problems);

    public void AddUnknownAttributes(IReadOnlyList<string> entries, SettingsProblems problems) => UnknownAttributes.Report(entries, problems);

    public void CheckRequirements(
        Config system, string id, string key, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] Type mailbox) =>
        MailboxSections.CheckRequirements(system, id, key, mailbox);

    public string Nearest(string name, IEnumerable<string> known) => Spelling.Nearest(name, known);

    public string? ProblemOf(string hocon) => HoconShape.ProblemOf(hocon);

    private static bool NamesTheProvider(Config config) =>
        config.GetStringList("akka.extensions", []).Any(name => name.Split(',')[0].Trim() == typeof(AkkaInstrumentationProvider).FullName);
}
