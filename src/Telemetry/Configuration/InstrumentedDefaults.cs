using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented defaults for one application. Akka makes its default and its internal dispatcher before it loads
/// this library. So HOCON must instrument these two, and the settings implied by their original type must be kept.
/// </summary>
internal static class InstrumentedDefaults
{
    /// <summary>The dispatchers that Akka makes before it loads extensions.</summary>
    public static IReadOnlyList<string> Early { get; } = [Dispatchers.DefaultDispatcherId, "akka.actor.internal-dispatcher"];

    public static Config For(Config application) => ConfigurationFactory.ParseString(string.Join(Environment.NewLine, Lines(application)));

    private static IEnumerable<string> Lines(Config application)
    {
        var others = Leaves(AkkaInstrumentationConfig.DefaultsAlone.Root, "").Where(leaf => !IsOfADispatcher(leaf.Path));
        var dispatchers = Early.Select(id => Target(application, id)).Distinct();
        return [.. others.Select(leaf => $"{leaf.Path} = \"{leaf.Value}\""), .. dispatchers.SelectMany(id => Lines(application, id))];
    }

    private static IEnumerable<string> Lines(Config application, string id)
    {
        // A configurator of the application's own does not change.
        var type = application.IsNullOrEmpty() ? null : application.GetString($"{id}.type");
        if (DispatcherCounterpart.Of(type ?? "Dispatcher") is not { } counterpart)
        {
            yield break;
        }

        yield return $"{id}.type = \"{counterpart.TypeName}\"";
        if (counterpart.Executor is { } executor)
        {
            yield return $"{id}.executor = {executor}";
        }
    }

    // An alias stays an alias. Its target is instrumented instead.
    private static string Target(Config application, string id) =>
        application.IsNullOrEmpty() ? id : DispatcherSections.Resolve(application, id) ?? AliasOf(application, id);

    // The target may be one of Akka's own sections, without a value in the application's configuration.
    private static string AliasOf(Config application, string id) =>
        application.GetValue(id) is { } value && value.IsString() && value.GetString() is { Length: > 0 } alias ? alias : id;

    private static bool IsOfADispatcher(string path) => Early.Any(id => path.StartsWith($"{id}.", StringComparison.Ordinal));

    private static IEnumerable<(string Path, string Value)> Leaves(HoconValue value, string path) => value.IsObject()
        ? value.GetObject().Items.SelectMany(item => Leaves(item.Value, path.Length == 0 ? item.Key : $"{path}.{item.Key}"))
        : [(path, value.GetString())];
}
