using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// Makes the observable instruments. A counter reports the counts of each running actor system, and the last values of systems
/// that ended a moment ago (<see cref="LastValues"/>). A gauge reports running systems only.
/// </summary>
internal static class Pulled
{
    /// <summary>A counter that reads a few counts of each actor system.</summary>
    public static void Counter<T>(
        string name,
        string unit,
        string meaning,
        Func<SystemMetrics, IEnumerable<Measurement<T>>> of,
        Action<Instrument>? use = null)
        where T : struct
    {
        LastValues.Keep(name, (system, _) => of(system));
        AkkaTelemetry.Publication.Observable(
            name, () => ActorSystems.Observe(name, of), (meter, ask) => meter.CreateObservableCounter(name, ask, unit, meaning), use);
    }

    /// <summary>A gauge that reads a few values of each actor system.</summary>
    public static void Gauge<T>(string name, string unit, string meaning, Func<SystemMetrics, IEnumerable<Measurement<T>>> of)
        where T : struct =>
        AkkaTelemetry.Publication.Observable(
            name, () => ActorSystems.Measured().SelectMany(of), (meter, ask) => meter.CreateObservableGauge(name, ask, unit, meaning));

    /// <summary>The same for a sum that rises and falls. At a system's end it is 0, and a reader that keeps the last value must see that.</summary>
    public static void UpDown(string name, string unit, string meaning, Func<SystemMetrics, IEnumerable<Measurement<long>>> of)
    {
        LastValues.Keep(name, (system, _) => of(system).Select(last => new Measurement<long>(0, last.Tags)));
        AkkaTelemetry.Publication.Observable(
            name, () => ActorSystems.Observe(name, of), (meter, ask) => meter.CreateObservableUpDownCounter(name, ask, unit, meaning));
    }

    /// <summary>A counter that reads the result of a walk for each actor type. For the bit see <see cref="CollectionCycle.Observe"/>.</summary>
    public static void WalkedCounter(
        int bit, string name, string unit, string meaning, Func<ActorTypeTotals, IEnumerable<Measurement<long>>> of, Action<Instrument>? use = null)
    {
        LastValues.Keep(name, (_, walked) => walked.SelectMany(of));
        AkkaTelemetry.Publication.Observable(
            name, () => CollectionCycle.Observe(bit, name, of), (meter, ask) => meter.CreateObservableCounter(name, ask, unit, meaning), use);
    }

    /// <summary>The same for a value that rises and falls. At a system's end it is 0, and a reader that keeps the last value must see that.</summary>
    public static void WalkedUpDown(int bit, string name, string unit, string meaning, Func<ActorTypeTotals, long> value)
    {
        LastValues.Keep(name, (_, walked) => walked.SelectMany(Of));
        AkkaTelemetry.Publication.Observable<long>(
            name, () => CollectionCycle.Observe(bit, name, Of), (meter, ask) => meter.CreateObservableUpDownCounter(name, ask, unit, meaning));

        IEnumerable<Measurement<long>> Of(ActorTypeTotals type) => [new(value(type), type.Actor.Tags)];
    }

    /// <summary>A gauge that reads the result of a walk for each actor type; null means no value.</summary>
    public static void WalkedGauge<T>(
        int bit, string name, string unit, string meaning, Func<ActorTypeTotals, T?> value, Action<Instrument>? use = null)
        where T : struct
    {
        AkkaTelemetry.Publication.Observable(
            name, () => CollectionCycle.Observe(bit, name, Of), (meter, ask) => meter.CreateObservableGauge(name, ask, unit, meaning), use);

        IEnumerable<Measurement<T>> Of(ActorTypeTotals type) => value(type) is { } found ? [new(found, type.Actor.Tags)] : [];
    }

    /// <summary>A counter of the whole process.</summary>
    public static void OfProcess<T>(string name, string unit, string meaning, Func<IEnumerable<Measurement<T>>> observe)
        where T : struct =>
        AkkaTelemetry.Publication.Observable(name, observe, (meter, ask) => meter.CreateObservableCounter(name, ask, unit, meaning));
}
