using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// The settings in an actor's Props. They are in the configuration of the <see cref="Deploy"/>, which stays with the Props: for routees,
/// through serializers and on other machines.
/// </summary>
internal static class PropsRuleEffect
{
    public const string Section = "instrumentation";

    private const string MailboxPrefix = $"{InstrumentationSettings.Root}.mailbox.";
    private const string DispatcherPrefix = $"{InstrumentationSettings.Root}.dispatcher.";

    // Props that name one of our ids request the instrumentation, wherever the actor is.
    private static readonly RuleEffect Asked = new() { Kind = AkkaActorKind.User };

    // Most actors share their Props with others. A configuration lives as long as the Props do.
    private static readonly ConditionalWeakTable<Config, RuleEffect> Read = [];

    /// <summary>Null when the Props have no settings. Called once for each actor.</summary>
    public static RuleEffect? Find(Props props)
    {
        var config = props.Deploy?.Config;
        if (config.IsNullOrEmpty() || !config!.HasPath(Section))
        {
            return NamesOurs(props) ? Asked : null;
        }

        return Read.TryGetValue(config, out var read) ? read : Read.GetValue(config, static config => ReadAny(config));
    }

    /// <param name="config">The configuration with the section.</param>
    /// <param name="problems">Receives the problems.</param>
    public static RuleEffect ReadFrom(Config config, SettingsProblems problems) =>
        ConfigurationReading.Reader.ReadEffect(Section, config.GetValue(Section), problems, Decode);

    /// <summary>The configuration of Props with additional settings. It is flat, because Akka does not send fallbacks.</summary>
    /// <param name="added">The added settings.</param>
    /// <param name="before">The configuration so far.</param>
    public static Config Add<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] T>(T added, Config? before)
    {
        var section = OptionsTree.Read(added, Encode);
        var earlier = before.IsNullOrEmpty() ? [] : HoconTree.ItemsOf(before!.GetValue(Section));
        foreach (var (key, value) in earlier.Where(item => !section.Items.ContainsKey(item.Key)))
        {
            // a copy, because Akka does not send values that came from a fallback either
            section.Items.Add(key, new HoconValue(value.Values, adoptedFromFallback: false));
        }

        var config = HoconTree.Config(Section, section);
        return before.IsNullOrEmpty() || HoconTree.ItemsOf(before!.Root).Keys.All(key => key == Section) ? config : config.WithFallback(before);
    }

    // Akka sends the configuration to other machines without quotes and escapes. So everything with a meaning in HOCON becomes a number. A
    // percent sign at the start distinguishes it from plain text.
    private static string Encode(string text) => $"%{Uri.EscapeDataString(text)}";

    private static string Decode(string text) => text.StartsWith('%') ? Uri.UnescapeDataString(text[1..]) : text;

    private static bool NamesOurs(Props props) =>
        props.Deploy is { } deploy
        && (deploy.Mailbox?.StartsWith(MailboxPrefix, StringComparison.Ordinal) == true
            || deploy.Dispatcher?.StartsWith(DispatcherPrefix, StringComparison.Ordinal) == true);

    // The call that created the Props has checked the settings. Props of another version of this library must not stop an actor, so every setting
    // that can be read applies.
    private static RuleEffect ReadAny(Config config)
    {
        var problems = new SettingsProblems();
        var effect = ReadFrom(config, problems);
        if (problems.Count > 0)
        {
            TelemetryFault.Report(TelemetryFault.Rules, new ConfigurationException($"Props: {problems}."));
        }

        return effect with { Kind = effect.Kind ?? AkkaActorKind.User };
    }
}
