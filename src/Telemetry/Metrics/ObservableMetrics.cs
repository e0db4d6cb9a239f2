using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// Makes the observable instruments. A counter reports the counts of each running actor system, and the last values of systems
/// that ended a moment ago (<see cref="EndedSystem"/>). A gauge reports running systems only.
/// </summary>
internal static class ObservableMetrics
{
    // The instruments whose last values are kept, and how to read them.
    private static readonly ConcurrentQueue<(string Instrument, Func<CollectedSystem, Array> Read)> Kept = new();

    public static Instrument Counter<T>(string name, string unit, string description, Func<CollectedSystem, IEnumerable<Measurement<T>>> read)
        where T : struct
    {
        Kept.Enqueue((name, system => read(system).ToArray()));
        return AkkaTelemetry.NewInstrument(name, meter => meter.CreateObservableCounter(name, () => ActorSystems.Observe(name, read), unit, description));
    }

    /// <summary>A counter with one value for each actor type.</summary>
    public static Instrument Counter(string name, string unit, string description, Func<ActorTypeTotals, long> value) =>
        Counter(name, unit, description, system => OfTypes<long>(system, type => value(type)));

    /// <summary>A counter of rare events.</summary>
    public static Instrument Counter(string name, string unit, string description, Func<SystemMetrics, IEnumerable<TaggedCount>> counts) =>
        Counter(
            name, unit, description, system => counts(system.Metrics).Where(count => count.Value > 0).Select(count => new Measurement<long>(count.Value, count.Tags)));

    /// <summary>A sum that rises and falls. At a system's end it is 0, and a reader that keeps the last value must see that.</summary>
    public static Instrument UpDownCounter(string name, string unit, string description, Func<CollectedSystem, IEnumerable<Measurement<long>>> read)
    {
        Kept.Enqueue((name, system => read(system).Select(last => new Measurement<long>(0, last.Tags)).ToArray()));
        return AkkaTelemetry.NewInstrument(name, meter => meter.CreateObservableUpDownCounter(name, () => ActorSystems.Observe(name, read), unit, description));
    }

    /// <summary>The same with one value for each actor type.</summary>
    public static Instrument UpDownCounter(string name, string unit, string description, Func<ActorTypeTotals, long> value) =>
        UpDownCounter(name, unit, description, system => OfTypes<long>(system, type => value(type)));

    public static Instrument Gauge<T>(string name, string unit, string description, Func<CollectedSystem, IEnumerable<Measurement<T>>> read)
        where T : struct =>
        AkkaTelemetry.NewInstrument(name, meter => meter.CreateObservableGauge(name, () => ActorSystems.Observe(name, read), unit, description));

    /// <summary>A gauge with one value for each actor type; null means no value.</summary>
    public static Instrument Gauge<T>(string name, string unit, string description, Func<ActorTypeTotals, T?> value)
        where T : struct =>
        Gauge(name, unit, description, system => OfTypes(system, value));

    /// <summary>A counter of the whole process.</summary>
    public static Instrument OfProcess<T>(string name, string unit, string description, Func<IEnumerable<Measurement<T>>> observe)
        where T : struct =>
        AkkaTelemetry.NewInstrument(name, meter => meter.CreateObservableCounter(name, observe, unit, description));

    /// <summary>The last values of a system that ends, by instrument.</summary>
    public static Dictionary<string, Array> LastValues(CollectedSystem system) =>
        Kept.Select(counter => (counter.Instrument, Values: counter.Read(system))).Where(last => last.Values.Length > 0).ToDictionary(last => last.Instrument, last => last.Values);

    private static IEnumerable<Measurement<T>> OfTypes<T>(CollectedSystem system, Func<ActorTypeTotals, T?> value)
        where T : struct =>
        from type in system.ActorTypes
        let found = value(type)
        where found is not null
        select new Measurement<T>(found.Value, type.Actor.Tags);
}
