using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The instruments about dispatchers, and about the messages that keep them busy.</summary>
internal static class DispatcherInstruments
{
    static DispatcherInstruments()
    {
        AkkaTelemetry.Publication.Instrument(
            AkkaMetricNames.DispatcherDelay,
            meter => meter.CreateHistogram(
                AkkaMetricNames.DispatcherDelay, AkkaMetricNames.Seconds, "Time from giving a mailbox to the executor to its run.", advice: BucketAdvice.Durations),
            made => Delay = made);
        AkkaTelemetry.Publication.Instrument(
            AkkaMetricNames.DispatcherBatchSize,
            meter => meter.CreateHistogram(
                AkkaMetricNames.DispatcherBatchSize, AkkaMetricNames.MessageUnit, "Messages of one run of a mailbox.", advice: BucketAdvice.Batches),
            made => BatchSize = made);
        Pulled.Counter(
            AkkaMetricNames.DispatcherRuns,
            AkkaMetricNames.RunUnit,
            "Runs of mailboxes.",
            system => system.Dispatchers.Select(dispatcher => new Measurement<long>(dispatcher.Runs, dispatcher.Tags)),
            made => Runs = made);
        Pulled.Counter(
            AkkaMetricNames.DispatcherBusyTime,
            AkkaMetricNames.Seconds,
            "Time that runs of mailboxes occupied threads.",
            system => system.Dispatchers.Select(dispatcher => new Measurement<double>(dispatcher.BusySeconds, dispatcher.Tags)),
            made => DispatcherBusy = made);
        Pulled.Counter(
            AkkaMetricNames.ActorBusyTime, AkkaMetricNames.Seconds, "Time that handlers occupied threads, awaiting not included.", BusyTimes, made => ActorBusy = made);
    }

    public static Histogram<double> Delay { get; private set; } = null!;

    public static Histogram<int> BatchSize { get; private set; } = null!;

    /// <summary>Always true. Reading it creates the instruments.</summary>
    public static bool Made => Delay is not null;

    /// <summary>
    /// Whether a listener wants a value that is recorded for each run. It is the last of several conditions, and mostly an earlier one is already
    /// true.
    /// </summary>
    public static bool IsListening => IsTiming || Runs.Enabled;

    /// <summary>Whether a listener wants a value that needs timed runs.</summary>
    public static bool IsTiming => Delay.Enabled || DispatcherBusy.Enabled || BatchSize.Enabled;

    /// <summary>Whether the time of messages is added to their type.</summary>
    public static bool WantsBusyTime => ActorBusy.Enabled;

    private static Instrument Runs { get; set; } = null!;

    private static Instrument DispatcherBusy { get; set; } = null!;

    private static Instrument ActorBusy { get; set; } = null!;

    private static IEnumerable<Measurement<double>> BusyTimes(SystemMetrics system) =>
        from actor in system.ActorTypes
        from message in actor.Messages
        from busy in message.BusyTimes
        select new Measurement<double>(busy.Seconds, busy.Tags);
}
