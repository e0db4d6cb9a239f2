using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// All instruments, one of each in the process. The histograms are given values by the thread that runs the mailbox;
/// everything else is pulled at collection from the actor systems that live (<see cref="ActorSystems"/>).
/// </summary>
internal static class Instruments
{
    /// <summary>Bucket bounds in seconds, 1 microsecond to 10 s: actors are quicker than the HTTP calls that the default is for.</summary>
    internal static readonly InstrumentAdvice<double> DurationAdvice = new()
    {
        HistogramBucketBoundaries =
        [
            0.000001, 0.0000025, 0.000005, 0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001,
            0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
        ],
    };

    public static readonly Histogram<double> WaitDuration = AkkaTelemetry.Meter.CreateHistogram(
        MetricNames.WaitDuration, MetricNames.Seconds, "Time from enqueue to dequeue.", advice: DurationAdvice);

    public static readonly Histogram<double> ProcessDuration = AkkaTelemetry.Meter.CreateHistogram(
        MetricNames.ProcessDuration, MetricNames.Seconds, "Time that the handler worked, awaiting included.", advice: DurationAdvice);

    private static readonly ObservableCounter<long> Messages = AkkaTelemetry.Meter.CreateObservableCounter(
        MetricNames.Messages, ObserveMessages, MetricNames.MessageUnit, "Messages given to actors.");

    private static readonly ObservableCounter<long> Failures = AkkaTelemetry.Meter.CreateObservableCounter(
        MetricNames.Failures, ObserveFailures, MetricNames.FailureUnit, "Handlers that threw.");

    static Instruments()
    {
        var meter = AkkaTelemetry.Meter;
        _ = meter.CreateObservableCounter(
            MetricNames.Restarts, ObserveRestarts, MetricNames.RestartUnit, "Restarts that a supervisor ordered.");
        _ = meter.CreateObservableUpDownCounter(
            MetricNames.Live, ObserveLive, MetricNames.ActorUnit, "Actors that live and have an instrumented mailbox.");
        _ = meter.CreateObservableUpDownCounter(
            MetricNames.MailboxDepth, ObserveDepth, MetricNames.MessageUnit, "Messages that wait in mailboxes.");
    }

    /// <summary>Whether a listener wants anything that must be noted while a mailbox is run.</summary>
    public static bool IsListening => Messages.Enabled || IsMeasuring || Failures.Enabled;

    /// <summary>Whether a listener wants durations.</summary>
    public static bool IsMeasuring
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => WaitDuration.Enabled || ProcessDuration.Enabled;
    }

    private static IEnumerable<Measurement<long>> ObserveMessages() =>
        from actor in ActorSystems.ActorTypes()
        from message in actor.Collect().Messages
        where message.Value > 0
        select new Measurement<long>(message.Value, message.Key.Tags);

    private static IEnumerable<Measurement<long>> ObserveFailures() =>
        from actor in ActorSystems.ActorTypes()
        from failure in actor.Failures
        select new Measurement<long>(failure.Value, failure.Tags);

    private static IEnumerable<Measurement<long>> ObserveRestarts() =>
        from actor in ActorSystems.ActorTypes()
        where actor.Restarts > 0
        select new Measurement<long>(actor.Restarts, actor.Tags);

    private static IEnumerable<Measurement<long>> ObserveLive() =>
        ActorSystems.ActorTypes().Select(actor => new Measurement<long>(actor.Collect().Live, actor.Tags));

    private static IEnumerable<Measurement<long>> ObserveDepth() =>
        ActorSystems.ActorTypes().Select(actor => new Measurement<long>(actor.Collect().Depth, actor.Tags));
}
