using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The observable instruments about what only <see cref="SystemInsight"/> counts.</summary>
internal static class InsightInstruments
{
    private static readonly Instrument Blocked = ObservableMetrics.Counter(
        AkkaMetricNames.ActorBlocked, AkkaMetricNames.EventUnit, "Times that a handler blocked a thread for too long.",
        system => system.Insight?.Blocked.All ?? []);

    static InsightInstruments()
    {
        ObservableMetrics.UpDownCounter(
            AkkaMetricNames.CircuitBreakerState, AkkaMetricNames.BreakerUnit, "Circuit breakers in a state.",
            system => from named in BreakersOf(system.Metrics)
                      from state in named.States
                      select new Measurement<long>(state.Breakers, state.Tags));
        ObservableMetrics.Counter(
            AkkaMetricNames.CircuitBreakerOpenings, AkkaMetricNames.EventUnit, "Times that a circuit breaker opened.",
            system => BreakersOf(system).Select(named => named.Openings));
    }

    /// <summary>Makes the instruments, once.</summary>
    public static void Publish() => _ = Blocked;

    private static IEnumerable<NamedBreakers> BreakersOf(SystemMetrics metrics) => metrics.Insight?.Breakers.All ?? [];
}
