using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// Metrics about the instrumentation itself. All of them are observable. Metrics about the whole process (listeners, collections and message
/// metadata) have no <see cref="AkkaSpanAttributes.SystemName"/>.
/// </summary>
internal static class SelfDiagnostics
{
    static SelfDiagnostics()
    {
        Pulled.Counter(AkkaMetricNames.InstrumentationTime, AkkaMetricNames.Seconds, "Time that the instrumentation took of dispatchers' threads.", OwnTimes);
        Pulled.OfProcess<double>(
            AkkaMetricNames.InstrumentationCollectionTime,
            AkkaMetricNames.Seconds,
            "Time that collections walked over mailboxes.",
            () => [new(Ticks.ToSeconds(CollectionCycle.WalkedTicks))]);
        Pulled.Counter(AkkaMetricNames.InstrumentationSpansSuppressed, AkkaMetricNames.SpanUnit, "Messages that would have begun a trace but for a setting.", Suppressed);
        Pulled.OfProcess(AkkaMetricNames.InstrumentationCallbackFailures, AkkaMetricNames.FailureUnit, "Callbacks that threw.", Faults);
        Pulled.OfProcess<long>(
            AkkaMetricNames.InstrumentationMetadataAllocated, AkkaMetricNames.ObjectUnit, "Objects with a message's time and trace that were allocated because none in the pool was free.", () => [new(PoolAllocations.Count)]);
        Made = true;
    }

    /// <summary>Always true. Reading it creates the instruments.</summary>
    public static bool Made { get; }

    private static IEnumerable<Measurement<double>> OwnTimes(SystemMetrics system) =>
    [
        new(system.Cost.Seconds, Tags(system, AkkaMetricAttributes.InstrumentationPart, "message")),
        new(system.Dispatchers.Sum(dispatcher => dispatcher.OwnSeconds), Tags(system, AkkaMetricAttributes.InstrumentationPart, "run")),
    ];

    private static IEnumerable<Measurement<long>> Suppressed(SystemMetrics system) =>
        system.Suppressed().Select(
            suppressed => new Measurement<long>(suppressed.Count, Tags(system, AkkaMetricAttributes.InstrumentationSuppressedBy, suppressed.Reason)));

    private static IEnumerable<Measurement<long>> Faults() =>
        TelemetryFault.Counts.Select(fault => new Measurement<long>(
            fault.Value, new KeyValuePair<string, object?>(AkkaMetricAttributes.InstrumentationCallback, fault.Key)));

    private static KeyValuePair<string, object?>[] Tags(SystemMetrics system, string key, string value) =>
        system.Tags.With(new KeyValuePair<string, object?>(key, value));
}
