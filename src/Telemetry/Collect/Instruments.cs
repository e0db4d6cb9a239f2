using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The histograms, which are given values by the thread that runs the mailbox, and which instruments are wanted.
/// Everything else is pulled: <see cref="ObservableInstruments"/>. One of each in the process.
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

    public static readonly Histogram<double> StashDuration = AkkaTelemetry.Meter.CreateHistogram(
        MetricNames.StashDuration, MetricNames.Seconds, "Time from a stashing to the unstashing.", advice: DurationAdvice);

    private static readonly Instrument Messages = ObservableInstruments.Messages;
    private static readonly Instrument Failures = ObservableInstruments.Failures;

    /// <summary>Whether a listener wants anything that must be noted while a mailbox is run.</summary>
    public static bool IsListening => Messages.Enabled || IsMeasuring || Failures.Enabled || ObservableInstruments.WantsPeak;

    /// <summary>Whether a listener wants durations.</summary>
    public static bool IsMeasuring
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => WaitDuration.Enabled || ProcessDuration.Enabled;
    }
}
