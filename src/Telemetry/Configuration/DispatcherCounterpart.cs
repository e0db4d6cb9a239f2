using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented replacement of a dispatcher type that HOCON can name: the instrumented configurator's type, and the
/// executor if the original type implies one. Types are given by name, as in HOCON, because they are in the assembly above.
/// </summary>
internal sealed record DispatcherCounterpart(
    [property: DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)]
    [param: DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)]
    string TypeName,
    string? Executor = null)
{
    // Constants, so that the trimmer can read them and keeps the types.
    private const string Space = "AkkaInstrumentation";
    private const string Above = $"{Space}.Dispatcher";

    private static readonly DispatcherCounterpart Shared = new($"{Space}.InstrumentedDispatcherConfigurator, {Above}");
    private static readonly DispatcherCounterpart Pinned = new($"{Space}.InstrumentedPinnedDispatcherConfigurator, {Above}");
    private static readonly DispatcherCounterpart Synchronized = new($"{Space}.InstrumentedSynchronizedDispatcherConfigurator, {Above}");

    // Akka's short names, and what they stand for: HOCON can also name the configurator itself.
    private static readonly Dictionary<string, DispatcherCounterpart> ByType = new(StringComparer.Ordinal)
    {
        ["Dispatcher"] = Shared,
        ["TaskDispatcher"] = Shared with { Executor = "task-executor" },
        ["ForkJoinDispatcher"] = Shared with { Executor = "fork-join-executor" },
        ["PinnedDispatcher"] = Pinned,
        ["SynchronizedDispatcher"] = Synchronized,
        ["Akka.Dispatch.DispatcherConfigurator"] = Shared,
        ["Akka.Dispatch.PinnedDispatcherConfigurator"] = Pinned,
        ["Akka.Dispatch.CurrentSynchronizationContextDispatcherConfigurator"] = Synchronized,
        ["Akka.TestKit.CallingThreadDispatcherConfigurator, Akka.TestKit"] = new($"{Space}.InstrumentedCallingThreadDispatcherConfigurator, {Above}"),
    };

    /// <summary>Akka's short names of the types that have a counterpart, for messages.</summary>
    public static IEnumerable<string> Types => ByType.Keys.Where(type => !type.Contains('.', StringComparison.Ordinal));

    /// <summary>The problem message for a type of this library that makes no dispatcher. It names the type to use instead.</summary>
    public static string ProblemOf(string path, string type) =>
        $"{path} = {type} is not the configurator of a dispatcher, allowed are {Shared.TypeName} and {Pinned.TypeName}";

    /// <summary>Whether the assembly with the dispatchers is present. Mailboxes can be used without it.</summary>
    public static bool AreInstalled => Type.GetType(Shared.TypeName, throwOnError: false) is not null;

    /// <summary>Null for a user's own configurator, because its dispatcher cannot be wrapped by another one.</summary>
    public static DispatcherCounterpart? Of(string? type) => type is null ? null : ByType.GetValueOrDefault(Key(type));

    // A type of Akka's own needs no assembly. Whoever names one may add its version.
    private static string Key(string type) => type.Split(',', StringSplitOptions.TrimEntries) switch
    {
        [var name, "Akka", ..] => name,
        [var name, var assembly, ..] => $"{name}, {assembly}",
        _ => type,
    };
}
