using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The histograms, which are given values by the thread that runs the mailbox, and which instruments are wanted.
/// Everything else is pulled: <see cref="ObservableInstruments"/>. One of each in the process.
/// </summary>
internal static class Instruments
{
    public static readonly Histogram<double> WaitDuration = AkkaTelemetry.Meter.CreateHistogram(
        MetricNames.WaitDuration, MetricNames.Seconds, "Time from enqueue to dequeue.", advice: BucketAdvice.Durations);

    public static readonly Histogram<double> ProcessDuration = AkkaTelemetry.Meter.CreateHistogram(
        MetricNames.ProcessDuration, MetricNames.Seconds, "Time that the handler worked, awaiting included.", advice: BucketAdvice.Durations);

    public static readonly Histogram<double> StashDuration = AkkaTelemetry.Meter.CreateHistogram(
        MetricNames.StashDuration, MetricNames.Seconds, "Time from a stashing to the unstashing.", advice: BucketAdvice.Durations);

    private static readonly Instrument Messages = ObservableInstruments.Messages;
    private static readonly Instrument Failures = ObservableInstruments.Failures;

    // all of the meter's instruments are made when the first is
    internal static readonly bool AllMade = DispatcherInstruments.Made && SelfInstruments.Made;

    /// <summary>Whether a listener wants anything that must be noted while a mailbox is run.</summary>
    public static bool IsListening => Messages.Enabled || IsMeasuring || Failures.Enabled || ObservableInstruments.WantsPeak || DispatcherInstruments.IsListening;

    /// <summary>Whether a listener wants durations.</summary>
    public static bool IsMeasuring
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => WaitDuration.Enabled || ProcessDuration.Enabled;
    }
}
