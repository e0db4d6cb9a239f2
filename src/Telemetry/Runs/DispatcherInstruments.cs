using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>What is told about dispatchers, and who keeps them busy.</summary>
internal static class DispatcherInstruments
{
    static DispatcherInstruments()
    {
        AkkaTelemetry.Publication.Instrument(
            MetricNames.DispatcherDelay,
            meter => meter.CreateHistogram(
                MetricNames.DispatcherDelay, MetricNames.Seconds, "Time from giving a mailbox to the executor to its run.", advice: BucketAdvice.Durations),
            made => Delay = made);
        AkkaTelemetry.Publication.Instrument(
            MetricNames.DispatcherBatchSize,
            meter => meter.CreateHistogram(
                MetricNames.DispatcherBatchSize, MetricNames.MessageUnit, "Messages of one run of a mailbox.", advice: BucketAdvice.Batches),
            made => BatchSize = made);
        Pulled.Counter(
            MetricNames.DispatcherRuns,
            MetricNames.RunUnit,
            "Runs of mailboxes.",
            system => system.Dispatchers.Select(dispatcher => new Measurement<long>(dispatcher.Runs, dispatcher.Tags)),
            made => Runs = made);
        Pulled.Counter(
            MetricNames.DispatcherBusyTime,
            MetricNames.Seconds,
            "Time that runs of mailboxes occupied threads.",
            system => system.Dispatchers.Select(dispatcher => new Measurement<double>(dispatcher.BusySeconds, dispatcher.Tags)),
            made => DispatcherBusy = made);
        Pulled.Counter(
            MetricNames.ActorBusyTime, MetricNames.Seconds, "Time that handlers occupied threads, awaiting not included.", BusyTimes, made => ActorBusy = made);
    }

    public static Histogram<double> Delay { get; private set; } = null!;

    public static Histogram<int> BatchSize { get; private set; } = null!;

    /// <summary>True: to ask makes them.</summary>
    public static bool Made => Delay is not null;

    /// <summary>Whether a listener wants anything that is noted for each run. The last of several questions: mostly another says yes before.</summary>
    public static bool IsListening => IsTiming || Runs.Enabled;

    /// <summary>Whether a listener wants what only a timed run can tell.</summary>
    public static bool IsTiming => Delay.Enabled || DispatcherBusy.Enabled || BatchSize.Enabled;

    /// <summary>Whether the time of messages goes to their type.</summary>
    public static bool WantsBusyTime => ActorBusy.Enabled;

    private static Instrument Runs { get; set; } = null!;

    private static Instrument DispatcherBusy { get; set; } = null!;

    private static Instrument ActorBusy { get; set; } = null!;

    private static IEnumerable<Measurement<double>> BusyTimes(InstrumentationExtension system) =>
        from actor in system.ActorTypes
        from message in actor.Messages
        from busy in message.BusyTimes
        select new Measurement<double>(busy.Seconds, busy.Tags);
}
