using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Finds sections that are probably meant to be <c>akka.instrumentation</c>. Nothing reads their content.</summary>
internal static class MisspeltRoots
{
    /// <summary>Up to so many edits, another name is probably a spelling of ours.</summary>
    public const int MaxEdits = 3;

    public static IEnumerable<string> In(Config application)
    {
        var alike = Paths(application)
            .Where(path => path != SettingsReader.Root && UnknownKeys.Distance(path.ToLowerInvariant(), SettingsReader.Root) <= MaxEdits)
            .Concat(WithoutAkka(application))
            .ToList();

        // Akka's own configuration is parsed each time, so only when needed.
        return alike.Count == 0 ? [] : alike.Except(Paths(ConfigurationFactory.Default()))
            .Select(path => $"Nothing reads {path} in the HOCON. Write {SettingsReader.Root}.");
    }

    // A root of this name may belong to somebody else, so one of its keys must be ours.
    private static IEnumerable<string> WithoutAkka(Config application)
    {
        const string Root = "instrumentation";
        return !application.IsNullOrEmpty() && application.GetValue(Root) is { } section && section.IsObject()
            && section.GetObject().Items.Keys.Any(UnknownKeys.Known.Select(key => key.Split('.')[0]).Contains) ? [Root] : [];
    }

    // Sections of the first two levels.
    private static IEnumerable<string> Paths(Config config) => (config.IsNullOrEmpty() ? [] : HoconTree.ItemsOf(config.Root))
        .Where(root => root.Value.IsObject())
        .SelectMany(root => root.Value.GetObject().Items.Keys.Select(key => $"{root.Key}.{key}").Append(root.Key));
}

/// <summary>
/// Finds instrumented defaults that other configuration has set back to Akka's own. The actors that use them are not instrumented,
/// and nothing else reports it.
/// </summary>
internal static class SetBackDefaults
{
    private const string Ours = "AkkaInstrumentation.";
    private const string DefaultMailbox = "akka.actor.default-mailbox.mailbox-type";

    // The one default that nobody sets by hand.
    private const string MarkerKey = "akka.actor.mailbox.logger-queue.mailbox-type";

    public static IEnumerable<string> In(Settings settings)
    {
        var config = settings.Config;
        if (!AreWanted(settings))
        {
            yield break;
        }

        if (config.GetString(DefaultMailbox) is { } mailbox && MailboxCounterpart.Of(mailbox) is not null)
        {
            yield return Text(DefaultMailbox, mailbox, "actors have no spans and no metrics");
        }

        foreach (var id in InstrumentedDefaults.Early)
        {
            // A configurator of the application's own stays on purpose. It is reported when it runs actors.
            var section = DispatcherSections.Resolve(config, id) ?? id;
            if (DispatcherCounterpart.Of(config.GetString($"{section}.type")) is not null)
            {
                yield return Text($"{section}.type", config.GetString($"{section}.type"), "actors on it have no spans and no processing times");
            }
        }
    }

    /// <summary>Whether the whole system is to be instrumented, and not single actors.</summary>
    public static bool AreWanted(Settings settings) => settings.Setup.Get<InstrumentationSetup>().HasValue || IsOurs(settings.Config.GetString(MarkerKey));

    private static string Text(string path, string value, string consequence) =>
        $"{path} = {value} sets the instrumented default back: {consequence}. Take it out of the HOCON, or put the HOCON below the instrumented defaults: "
        + $"config.{nameof(AkkaInstrumentationConfig.WithAkkaInstrumentation)}(), or AddHocon(..., HoconAddMode.Append).";

    private static bool IsOurs(string? type) => type?.StartsWith(Ours, StringComparison.Ordinal) == true;
}
