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
        Gauge(MetricNames.ArrivalRate, Arrivals, MetricNames.MessagesPerSecond, load => load.Arrivals, "Messages that came into the mailboxes each second.");
        Gauge(MetricNames.ServiceRate, Service, MetricNames.MessagesPerSecond, load => load.Service, "Messages that the live actors could serve together each second.");
        Gauge(MetricNames.Utilization, Utilization, MetricNames.Ratio, load => load.Utilization, "Share of their time that the live actors worked on messages.");
        Gauge(MetricNames.MailboxDrainTime, Drain, MetricNames.Seconds, load => load.DrainSeconds, "Time that what waits takes at the present pace.");
        Counter(MetricNames.MailboxGrowths, "Times that a mailbox grew for too long.", reports => reports.Grown);
        Counter(MetricNames.BlockedHandlers, "Times that a handler blocked a thread for too long.", reports => reports.Blocked);
    }

    private static void Gauge(string name, int bit, string unit, Func<Load, double?> value, string meaning) =>
        Pulled.WalkedGauge(bit, name, unit, meaning, type => type.Actor.Load.Current is { } load ? value(load) : null);

    private static void Counter(string name, string meaning, Func<WatchReports, IEnumerable<TaggedCount>> of) =>
        Pulled.Counter(
            name, MetricNames.EventUnit, meaning, system => of(system.Reports).Select(count => new Measurement<long>(count.Value, count.Tags)));
}
