using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The observable instruments of values that only <see cref="SystemInsight"/> counts.</summary>
internal static class InsightInstruments
{
    private static readonly Instrument Blocked = ObservableMetrics.Counter(
        AkkaMetricNames.ActorHandlerBlocked, AkkaMetricNames.EventUnit, "Times that a handler blocked a thread for too long.",
        system => system.Insight?.Blocked.All ?? []);

    private static readonly Instrument Flow = ObservableMetrics.Counter(
        AkkaMetricNames.ActorFlowMessages, AkkaMetricNames.MessageUnit, "Messages from actors of one type to actors of another, estimated.",
            OfFlows(sums => sums.Messages));

    private static readonly Instrument FlowFailures = ObservableMetrics.Counter(
        AkkaMetricNames.ActorFlowFailures, AkkaMetricNames.FailureUnit,
            "Messages between actors whose handlers threw.", OfFlows(sums => sums.Failures));

    static InsightInstruments()
    {
        ObservableMetrics.UpDownCounter(
            AkkaMetricNames.SchedulerPending, AkkaMetricNames.MessageUnit, "Messages that the scheduler is to send.",
            system => from type in system.Metrics.Insight?.Timers?.Pending() ?? []
                      select new Measurement<long>(type.Count, type.Type.Tags));
        ObservableMetrics.UpDownCounter(
            AkkaMetricNames.CircuitBreakerStatus, AkkaMetricNames.Unity, "The state of a circuit breaker: 1 for it, 0 for the other states.",
            system => from named in BreakersOf(system.Metrics)
                      from state in named.States
                      select new Measurement<long>(state.Breakers, state.Tags));
        ObservableMetrics.Counter(
            AkkaMetricNames.CircuitBreakerOpenings, AkkaMetricNames.EventUnit, "Times that a circuit breaker opened.",
            system => BreakersOf(system).Select(named => named.Openings));
    }

    /// <summary>Whether the metrics of flows are collected.</summary>
    public static bool WantFlow => Flow.Enabled || FlowFailures.Enabled;

    /// <summary>Makes the instruments, once.</summary>
    public static void Publish()
    {
        _ = (Blocked, TimerInstruments.Lateness);
        EventInstruments.Publish();
        PersistenceInstruments.Publish();
        StreamInstruments.Publish();
    }

    private static Func<CollectedSystem, IEnumerable<Measurement<long>>> OfFlows(Func<WorkSums, long> value) =>
        system => from flow in system.Metrics.Insight?.Flows.All ?? []
                  let found = value(flow.Sums)
                  where found > 0
                  select new Measurement<long>(found, flow.Tags);

    private static IEnumerable<NamedBreakers> BreakersOf(SystemMetrics metrics) => metrics.Insight?.Breakers.All ?? [];
}
