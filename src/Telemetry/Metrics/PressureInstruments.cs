using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>Load of the actor types, and the number of reports of the watchdog thread.</summary>
internal static class PressureInstruments
{
    // Bits for CollectionCycle, from the upper end.
    private const int Utilization = 1 << 30;
    private const int Drain = 1 << 29;

    /// <summary>Called where the other instruments that share a walk are made, so that a listener reads them one after the other.</summary>
    public static void Create()
    {
        Gauge(AkkaMetricNames.ActorUtilization, Utilization, AkkaMetricNames.Ratio, load => load.Utilization, "Share of their time that the live actors worked on messages.");
        Gauge(AkkaMetricNames.MailboxDrainTime, Drain, AkkaMetricNames.Seconds, load => load.DrainSeconds, "Time that what waits takes at the present pace.");
        Counter(AkkaMetricNames.MailboxGrowths, "Times that a mailbox grew for too long.", counts => counts.Grown);
        Counter(AkkaMetricNames.ActorBlocked, "Times that a handler blocked a thread for too long.", counts => counts.Blocked);
    }

    private static void Gauge(string name, int bit, string unit, Func<Load, double?> value, string meaning) =>
        Pulled.WalkedGauge(bit, name, unit, meaning, type => type.Actor.Load.Current is { } load ? value(load) : null);

    private static void Counter(string name, string meaning, Func<WatchCounts, IEnumerable<TaggedCount>> of) =>
        Pulled.Counter(
            name, AkkaMetricNames.EventUnit, meaning, system => of(system.Watched).Select(count => new Measurement<long>(count.Value, count.Tags)));
}
