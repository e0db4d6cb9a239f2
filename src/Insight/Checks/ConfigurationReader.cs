using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>Reads and checks a configuration. What it finds prevents a start or a change. Any thread.</summary>
// Called by its name.
internal sealed class ConfigurationReader : IConfigurationReader
{
    public Config DefaultsOver(Config? application) =>
        application is null ? InstrumentedDefaults.Alone() : InstrumentedDefaults.Over(application);

    public Config EnsureReference(Settings settings) => InstrumentedConfig.EnsureReference(settings);

    public bool HasCounterpart(Type mailbox) => MailboxCounterpart.Find(mailbox) is not null;

    /// <summary>
    /// Checks mailboxes only while the system starts: for one of its guardians, or because its configuration names
    /// <see cref="AkkaInstrumentationProvider"/>. There, a problem prevents the start. If a check ran later, the first instrumented actor would fail
    /// because of another actor's mailbox.
    /// </summary>
    public IDispatcherSections Start(ExtendedActorSystem system, IReadOnlyList<string> dispatchers)
    {
        if (system.SystemGuardian is null || NamesTheProvider(system.Settings.Config))
        {
            MailboxSections.Check(system.Settings);
        }

        return new DispatcherSections(system, dispatchers);
    }

    public InstrumentationSettings Read(SettingsLayers layers, InstrumentationSettings? now = null) => SettingsReader.Read(layers, now);

    public IEnumerable<string> Keys => SettingsTable<InstrumentationSettings>.Keys;

    public T ReadSection<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] T>(
        T settings, string path, Func<string, HoconValue?> find, SettingsProblems problems)
        where T : notnull => SettingsTable<T>.Read(settings, path, find, problems);

    public RuleEffect ReadEffect(string path, HoconValue section, SettingsProblems problems, Func<string, string> decode) =>
        new RuleSection(path, section, problems, decode).ReadEffect();

    public void CheckRequirements(
        Config system, string id, string key, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] Type mailbox) =>
        MailboxSections.CheckRequirements(system, id, key, mailbox);

    public string Nearest(string name, IEnumerable<string> known) => Spelling.Nearest(name, known);

    public string? ProblemOf(string hocon) => HoconShape.ProblemOf(hocon);

    private static bool NamesTheProvider(Config config) =>
        config.GetStringList("akka.extensions", []).Any(name => name.Split(',')[0].Trim() == typeof(AkkaInstrumentationProvider).FullName);
}
