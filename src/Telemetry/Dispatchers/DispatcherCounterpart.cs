namespace AkkaInstrumentation;

/// <summary>
/// What stands in the place of a dispatcher type that HOCON can name: the instrumented configurator's type, and the
/// executor if the type implies one. Types are named, not referenced, as in HOCON: they live in the assembly above.
/// </summary>
internal sealed record DispatcherCounterpart(string TypeName, string? Executor = null)
{
    private static readonly DispatcherCounterpart Shared = new(Ours("InstrumentedDispatcherConfigurator"));

    private static readonly Dictionary<string, DispatcherCounterpart> ByType = new(StringComparer.Ordinal)
    {
        ["Dispatcher"] = Shared,
        ["TaskDispatcher"] = Shared with { Executor = "task-executor" },
        ["ForkJoinDispatcher"] = Shared with { Executor = "fork-join-executor" },
        ["PinnedDispatcher"] = new(Ours("InstrumentedPinnedDispatcherConfigurator")),
        ["SynchronizedDispatcher"] = new(Ours("InstrumentedSynchronizedDispatcherConfigurator")),
        ["Akka.TestKit.CallingThreadDispatcherConfigurator, Akka.TestKit"] = new(Ours("InstrumentedCallingThreadDispatcherConfigurator")),
    };

    /// <summary>The type names that have a counterpart, for messages.</summary>
    public static IEnumerable<string> Types => ByType.Keys.Where(type => !type.Contains(',', StringComparison.Ordinal));

    /// <summary>Whether the assembly with the dispatchers is there: mailboxes can be used without.</summary>
    public static bool AreInstalled => Type.GetType(Shared.TypeName, throwOnError: false) is not null;

    /// <summary>Null for a configurator that is somebody's own: what its dispatcher does cannot be put around another.</summary>
    public static DispatcherCounterpart? Of(string? type) => type is null ? null : ByType.GetValueOrDefault(type);

    private static string Ours(string name) => $"AkkaInstrumentation.{name}, AkkaInstrumentation.Dispatcher";
}
