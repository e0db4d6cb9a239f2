using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>The instrumented actor systems of this process, for the instruments: they are static, systems come and go.</summary>
internal static class ActorSystems
{
    private static readonly ConcurrentDictionary<InstrumentationExtension, byte> Live = new();

    public static void Add(InstrumentationExtension system) => Live.TryAdd(system, 0);

    public static void Remove(InstrumentationExtension system) => Live.TryRemove(system, out _);

    public static IEnumerable<ActorTypeInfo> ActorTypes() =>
        Live.Keys.Where(system => system.Settings.MetricsEnabled).SelectMany(system => system.ActorTypes);
}
