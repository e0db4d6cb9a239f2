using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// The defaults as one application needs them. Akka makes its default and its internal dispatcher before anything of
/// ours is loaded, so these two must be instrumented by HOCON, and what their HOCON says by its type must not get lost.
/// </summary>
internal static class InstrumentedDefaults
{
    /// <summary>The dispatchers that Akka makes before anything else can.</summary>
    public static IReadOnlyList<string> Early { get; } = [Dispatchers.DefaultDispatcherId, "akka.actor.internal-dispatcher"];

    public static Config For(Config application) => ConfigurationFactory.ParseString(string.Join(Environment.NewLine, Lines(application)));

    private static IEnumerable<string> Lines(Config application)
    {
        var others = Leaves(InstrumentationConfig.DefaultsAlone.Root, "").Where(leaf => !IsOfADispatcher(leaf.Path));
        var dispatchers = Early.Select(id => Target(application, id)).Distinct();
        return [.. others.Select(leaf => $"{leaf.Path} = \"{leaf.Value}\""), .. dispatchers.SelectMany(id => Lines(application, id))];
    }

    private static IEnumerable<string> Lines(Config application, string id)
    {
        // a configurator of the application's own stays what it is
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

    // An alias stays one, and its target is made instrumented instead.
    private static string Target(Config application, string id) =>
        application.IsNullOrEmpty() ? id : DispatcherSections.Resolve(application, id) ?? AliasOf(application, id);

    // The target may be a section of Akka's own that the application says nothing about.
    private static string AliasOf(Config application, string id) =>
        application.GetValue(id) is { } value && value.IsString() && value.GetString() is { Length: > 0 } alias ? alias : id;

    private static bool IsOfADispatcher(string path) => Early.Any(id => path.StartsWith($"{id}.", StringComparison.Ordinal));

    private static IEnumerable<(string Path, string Value)> Leaves(HoconValue value, string path) => value.IsObject()
        ? value.GetObject().Items.SelectMany(item => Leaves(item.Value, path.Length == 0 ? item.Key : $"{path}.{item.Key}"))
        : [(path, value.GetString())];
}
