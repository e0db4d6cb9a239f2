using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>Load of the actor types, and how often the watchers had something to tell.</summary>
internal static class PressureInstruments
{
    // bits of CollectionCycle, from the upper end
    private const int Arrivals = 1 << 30;
    private const int Service = 1 << 29;
    private const int Utilization = 1 << 28;
    private const int Drain = 1 << 27;

    /// <summary>Called where the other instruments that share a walk are made, so that a listener asks them in one row.</summary>
    public static void Create()
    {
        _ = Gauge(MetricNames.ArrivalRate, Arrivals, MetricNames.MessagesPerSecond, load => load.Arrivals, "Messages that came into the mailboxes each second.");
        _ = Gauge(MetricNames.ServiceRate, Service, MetricNames.MessagesPerSecond, load => load.Service, "Messages that the live actors could serve together each second.");
        _ = Gauge(MetricNames.Utilization, Utilization, MetricNames.Ratio, load => load.Utilization, "Share of their time that the live actors worked on messages.");
        _ = Gauge(MetricNames.MailboxDrainTime, Drain, MetricNames.Seconds, load => load.DrainSeconds, "Time that what waits takes at the present pace.");
        _ = Counter(MetricNames.MailboxGrowths, "Times that a mailbox grew for too long.", reports => reports.Grown);
        _ = Counter(MetricNames.BlockedHandlers, "Times that a handler blocked a thread for too long.", reports => reports.Blocked);
    }

    private static ObservableGauge<double> Gauge(string name, int bit, string unit, Func<Load, double?> value, string meaning) =>
        AkkaTelemetry.Meter.CreateObservableGauge(
            name,
            () => CollectionCycle.Observe<double>(
                bit, type => type.Actor.Load.Current is { } load && value(load) is { } found ? [new(found, type.Actor.Tags)] : []),
            unit,
            meaning);

    private static ObservableCounter<long> Counter(string name, string meaning, Func<WatchReports, IEnumerable<TaggedCount>> of) =>
        AkkaTelemetry.Meter.CreateObservableCounter(
            name,
            () => ActorSystems.Reports().SelectMany(of).Select(count => new Measurement<long>(count.Value, count.Tags)),
            MetricNames.EventUnit,
            meaning);
}
