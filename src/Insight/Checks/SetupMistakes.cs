using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>Finds sections that are probably meant to be <c>akka.instrumentation</c>. Nothing reads their content.</summary>
internal static class MisspeltRoots
{
    public static IEnumerable<string> In(Config application)
    {
        var alike = Paths(application)
            .Where(path => path != InstrumentationSettings.Root && Spelling.IsAlike(path.ToLowerInvariant(), InstrumentationSettings.Root))
            .Concat(Paths(application).Where(path => path == "instrumentation" && HasOurKeys(application.GetValue(path))))
            .ToList();

        // Akka's own configuration is parsed each time, so only when needed.
        return alike.Count == 0 ? [] : alike.Except(Paths(ConfigurationFactory.Default()))
            .Select(path => $"Nothing reads {path} in the HOCON. Write {InstrumentationSettings.Root}.");
    }

    // A root of this name may belong to another library, so one of its keys must be ours.
    private static bool HasOurKeys(HoconValue section) =>
        HoconTree.ItemsOf(section).Keys.Any(SettingsTable<InstrumentationSettings>.Keys.Select(key => key.Split('.')[0]).Contains);

    // Sections of the first two levels.
    private static IEnumerable<string> Paths(Config config) => (config.IsNullOrEmpty() ? [] : HoconTree.ItemsOf(config.Root))
        .Where(root => root.Value.IsObject())
        .SelectMany(root => root.Value.GetObject().Items.Keys.Select(key => $"{root.Key}.{key}").Append(root.Key));
}

/// <summary>
/// Finds instrumented defaults that other configuration has changed back to Akka's own. The actors that use them are not instrumented, and nothing
/// else reports it.
/// </summary>
internal static class SetBackDefaults
{
    // The only default that is never set by hand.
    private const string MarkerKey = "akka.actor.mailbox.logger-queue.mailbox-type";

    /// <summary>Whether the whole system is to be instrumented, and not single actors.</summary>
    public static bool AreWanted(Settings settings) =>
        settings.Setup.Get<InstrumentationSetup>().HasValue || DispatcherSections.IsOurs(settings.Config.GetString(MarkerKey));

    public static IEnumerable<string> In(Settings settings)
    {
        var config = settings.Config;
        var dispatchers = InstrumentedDefaults.Early.Select(id => (
            Path: $"{InstrumentedDefaults.Resolve(config, id) ?? id}.type", Consequence: "actors on it have no spans and no processing times"));

        // A type of the application's own stays on purpose. It is reported when an actor uses it.
        return from it in dispatchers.Prepend((Path: "akka.actor.default-mailbox.mailbox-type", Consequence: "actors have no spans and no metrics"))
               let type = config.GetString(it.Path)
               where AreWanted(settings) && (MailboxCounterpart.Find(type) is not null || DispatcherCounterpart.Find(type) is not null)
               select $"{it.Path} = {type} sets the instrumented default back: {it.Consequence}. Take it out of the HOCON, or put the HOCON below "
                   + $"the instrumented defaults: config.{nameof(AkkaInstrumentationConfig.WithAkkaInstrumentation)}(), "
                   + "or AddHocon(..., HoconAddMode.Append).";
    }
}
