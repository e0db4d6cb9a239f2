using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The instruments about dispatchers, and about the messages that keep them busy.</summary>
internal static class DispatcherInstruments
{
    public static readonly Histogram<double> Delay = Instruments.Durations(AkkaMetricNames.DispatcherDelay, "Time from giving a mailbox to the executor to its run.");

    public static readonly Histogram<int> BatchSize =
        Instruments.Histogram(AkkaMetricNames.DispatcherBatchSize, AkkaMetricNames.MessageUnit, "Messages of one run of a mailbox.", BucketAdvice.Batches);

    private static readonly Instrument Runs = ObservableMetrics.Counter(
        AkkaMetricNames.DispatcherRuns,
        AkkaMetricNames.RunUnit,
        "Runs of mailboxes.",
        system => system.Metrics.Dispatchers.Select(dispatcher => new Measurement<long>(dispatcher.Runs, dispatcher.Tags)));

    private static readonly Instrument DispatcherBusy = ObservableMetrics.Counter(
        AkkaMetricNames.DispatcherBusyTime,
        AkkaMetricNames.Seconds,
        "Time that runs of mailboxes occupied threads.",
        system => system.Metrics.Dispatchers.Select(dispatcher => new Measurement<double>(dispatcher.BusySeconds, dispatcher.Tags)));

    private static readonly Instrument ActorBusy = ObservableMetrics.Counter(
        AkkaMetricNames.ActorBusyTime,
        AkkaMetricNames.Seconds,
        "Time that handlers occupied threads, awaiting not included.",
        system => from actor in system.Metrics.ActorTypes
                  from message in actor.Messages
                  from busy in message.BusyTimes
                  select new Measurement<double>(busy.Seconds, busy.Tags));

    /// <summary>
    /// Whether a listener wants a value that is recorded for each run. It is the last of several conditions, and mostly an earlier one is already
    /// true.
    /// </summary>
    public static bool IsListening => IsTiming || Runs.Enabled;

    /// <summary>Whether a listener wants a value that needs timed runs.</summary>
    public static bool IsTiming => Delay.Enabled || DispatcherBusy.Enabled || BatchSize.Enabled;

    /// <summary>Whether the time of messages is added to their type.</summary>
    public static bool WantsBusyTime => ActorBusy.Enabled;
}
