using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// What the instrumentation tells about itself. All of it is pulled. What belongs to no actor system (listeners, collections and notes
/// are the process') has no <see cref="MetricNames.SystemName"/>.
/// </summary>
internal static class SelfInstruments
{
    static SelfInstruments()
    {
        Pulled.Counter(MetricNames.SelfTime, MetricNames.Seconds, "Time that the instrumentation took of dispatchers' threads.", OwnTimes);
        Pulled.OfProcess<double>(
            MetricNames.SelfCollectionTime,
            MetricNames.Seconds,
            "Time that collections walked over mailboxes.",
            () => [new(Ticks.ToSeconds(CollectionCycle.WalkedTicks))]);
        Pulled.Counter(MetricNames.SelfSuppressedSpans, MetricNames.SpanUnit, "Messages that would have begun a trace but for a setting.", Suppressed);
        Pulled.OfProcess(MetricNames.SelfFaults, MetricNames.FailureUnit, "Callbacks that threw.", Faults);
        Pulled.OfProcess<long>(
            MetricNames.SelfNotes, MetricNames.NoteUnit, "Notes that were allocated because none was free.", () => [new(NotePool.Made)]);
        Made = true;
    }

    /// <summary>True: to ask makes them.</summary>
    public static bool Made { get; }

    private static IEnumerable<Measurement<double>> OwnTimes(InstrumentationExtension system) =>
    [
        new(system.Cost.Seconds, Tags(system, MetricAttributes.SelfPart, "message")),
        new(system.Dispatchers.Sum(dispatcher => dispatcher.OwnSeconds), Tags(system, MetricAttributes.SelfPart, "run")),
    ];

    private static IEnumerable<Measurement<long>> Suppressed(InstrumentationExtension system) =>
        system.Roots.SuppressedRoots.Select(
            suppressed => new Measurement<long>(suppressed.Count, Tags(system, MetricAttributes.SuppressedBy, suppressed.Reason)));

    private static IEnumerable<Measurement<long>> Faults() =>
        TelemetryFault.Counts.Select(fault => new Measurement<long>(
            fault.Value, new KeyValuePair<string, object?>(MetricAttributes.Callback, fault.Key)));

    private static KeyValuePair<string, object?>[] Tags(InstrumentationExtension system, string key, string value) =>
        system.Tags.With(new KeyValuePair<string, object?>(key, value));
}
