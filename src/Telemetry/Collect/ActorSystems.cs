using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>The instrumented actor systems of this process, for the instruments: they are static, systems come and go.</summary>
internal static class ActorSystems
{
    private static readonly ConcurrentDictionary<InstrumentationExtension, byte> Live = new();

    public static void Add(InstrumentationExtension system) => Live.TryAdd(system, 0);

    public static void Remove(InstrumentationExtension system) => Live.TryRemove(system, out _);

    public static bool AreThere => !Live.IsEmpty;

    public static IEnumerable<ActorTypeInfo> ActorTypes() => Measured().SelectMany(system => system.ActorTypes);

    public static IEnumerable<DispatcherMeter> Dispatchers() => Measured().SelectMany(system => system.Dispatchers);

    public static IEnumerable<EventCounts> Events() => Measured().Select(system => system.Events).OfType<EventCounts>();

    /// <summary>Those whose metrics are on.</summary>
    public static IEnumerable<InstrumentationExtension> Measured() => Live.Keys.Where(system => system.Settings.MetricsEnabled);

    public static IEnumerable<WatchReports> Reports() => Measured().Select(system => system.Reports);
}
