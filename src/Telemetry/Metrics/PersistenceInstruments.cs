using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The histograms about persistent actors. The thread that runs such an actor records into them.</summary>
internal static class PersistenceInstruments
{
    static PersistenceInstruments()
    {
        AkkaTelemetry.Publication.Instrument(
            AkkaMetricNames.PersistenceWriteDuration,
            meter => meter.CreateHistogram(
                AkkaMetricNames.PersistenceWriteDuration, AkkaMetricNames.Seconds, "Time from a command's handler to the handler of its event.", advice: BucketAdvice.Durations),
            made => WriteDuration = made);
        AkkaTelemetry.Publication.Instrument(
            AkkaMetricNames.PersistenceRecoveryDuration,
            meter => meter.CreateHistogram(
                AkkaMetricNames.PersistenceRecoveryDuration, AkkaMetricNames.Seconds, "Time from an actor's start to the end of its recovery.", advice: BucketAdvice.Durations),
            made => RecoveryDuration = made);
        AkkaTelemetry.Publication.Instrument(
            AkkaMetricNames.PersistenceRecoveryEvents,
            meter => meter.CreateHistogram(
                AkkaMetricNames.PersistenceRecoveryEvents, AkkaMetricNames.EventUnit, "Events that a recovery replayed.", advice: BucketAdvice.Replays),
            made => RecoveryEvents = made);
    }

    public static Histogram<double> WriteDuration { get; private set; } = null!;

    public static Histogram<double> RecoveryDuration { get; private set; } = null!;

    public static Histogram<long> RecoveryEvents { get; private set; } = null!;

    /// <summary>Always true. Reading it creates the instruments.</summary>
    public static bool Made => WriteDuration is not null;

    /// <summary>Whether a listener wants any of them. It is the last of several conditions, and mostly an earlier one is already true.</summary>
    public static bool IsListening => WriteDuration.Enabled || RecoveryDuration.Enabled || RecoveryEvents.Enabled;
}
