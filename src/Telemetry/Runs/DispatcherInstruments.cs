using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>What is told about dispatchers, and who keeps them busy.</summary>
internal static class DispatcherInstruments
{
    public static readonly Histogram<double> Delay = AkkaTelemetry.Meter.CreateHistogram(
        MetricNames.DispatcherDelay, MetricNames.Seconds, "Time from giving a mailbox to the executor to its run.", advice: BucketAdvice.Durations);

    public static readonly Histogram<int> BatchSize = AkkaTelemetry.Meter.CreateHistogram(
        MetricNames.DispatcherBatchSize, MetricNames.MessageUnit, "Messages of one run of a mailbox.", advice: BucketAdvice.Batches);

    private static readonly Instrument Runs = AkkaTelemetry.Meter.CreateObservableCounter(
        MetricNames.DispatcherRuns,
        () => ActorSystems.Dispatchers().Select(dispatcher => new Measurement<long>(dispatcher.Runs, dispatcher.Tags)),
        MetricNames.RunUnit,
        "Runs of mailboxes.");

    private static readonly Instrument DispatcherBusy = AkkaTelemetry.Meter.CreateObservableCounter(
        MetricNames.DispatcherBusyTime,
        () => ActorSystems.Dispatchers().Select(dispatcher => new Measurement<double>(dispatcher.BusySeconds, dispatcher.Tags)),
        MetricNames.Seconds,
        "Time that runs of mailboxes occupied threads.");

    private static readonly Instrument ActorBusy = AkkaTelemetry.Meter.CreateObservableCounter(
        MetricNames.ActorBusyTime, BusyTimes, MetricNames.Seconds, "Time that handlers occupied threads, awaiting not included.");

    /// <summary>True: to ask makes them.</summary>
    public static bool Made => Delay is not null;

    /// <summary>Whether a listener wants anything that is noted for each run. The last of several questions: mostly another says yes before.</summary>
    public static bool IsListening => IsTiming || Runs.Enabled;

    /// <summary>Whether a listener wants what only a timed run can tell.</summary>
    public static bool IsTiming => Delay.Enabled || DispatcherBusy.Enabled || BatchSize.Enabled;

    /// <summary>Whether the time of messages goes to their type.</summary>
    public static bool WantsBusyTime => ActorBusy.Enabled;

    private static IEnumerable<Measurement<double>> BusyTimes() =>
        from actor in ActorSystems.ActorTypes()
        from message in actor.Messages
        from busy in message.BusyTimes
        select new Measurement<double>(busy.Seconds, busy.Tags);
}
