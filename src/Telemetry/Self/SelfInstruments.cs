using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// What the instrumentation tells about itself. All of it is pulled. What belongs to no actor system (listeners, collections and notes
/// are the process') has no <see cref="MetricNames.SystemName"/>.
/// </summary>
internal static class SelfInstruments
{
    private static readonly Instrument OwnTime = AkkaTelemetry.Meter.CreateObservableCounter(
        MetricNames.SelfTime, OwnTimes, MetricNames.Seconds, "Time that the instrumentation took of dispatchers' threads.");

    static SelfInstruments()
    {
        _ = AkkaTelemetry.Meter.CreateObservableCounter(
            MetricNames.SelfCollectionTime,
            () => Ticks.ToSeconds(CollectionCycle.WalkedTicks),
            MetricNames.Seconds,
            "Time that collections walked over mailboxes.");
        _ = AkkaTelemetry.Meter.CreateObservableCounter(
            MetricNames.SelfSuppressedSpans, Suppressed, MetricNames.SpanUnit, "Messages that would have begun a trace but for a setting.");
        _ = AkkaTelemetry.Meter.CreateObservableCounter(
            MetricNames.SelfFaults, Faults, MetricNames.FailureUnit, "Callbacks that threw.");
        _ = AkkaTelemetry.Meter.CreateObservableCounter(
            MetricNames.SelfNotes, () => NotePool.Made, MetricNames.NoteUnit, "Notes that were allocated because none was free.");
    }

    /// <summary>True: to ask makes them.</summary>
    public static bool Made => OwnTime is not null;

    private static IEnumerable<Measurement<double>> OwnTimes()
    {
        foreach (var system in ActorSystems.Measured())
        {
            yield return new(system.Cost.Seconds, Tags(system, MetricAttributes.SelfPart, "message"));
            yield return new(system.Dispatchers.Sum(dispatcher => dispatcher.OwnSeconds), Tags(system, MetricAttributes.SelfPart, "run"));
        }
    }

    private static IEnumerable<Measurement<long>> Suppressed() =>
        from system in ActorSystems.Measured()
        from suppressed in system.Roots.SuppressedRoots
        select new Measurement<long>(suppressed.Count, Tags(system, MetricAttributes.SuppressedBy, suppressed.Reason));

    private static IEnumerable<Measurement<long>> Faults() =>
        TelemetryFault.Counts.Select(fault => new Measurement<long>(
            fault.Value, new KeyValuePair<string, object?>(MetricAttributes.Callback, fault.Key)));

    private static KeyValuePair<string, object?>[] Tags(InstrumentationExtension system, string key, string value) =>
        [new(MetricNames.SystemName, system.SystemName), new(key, value)];
}
