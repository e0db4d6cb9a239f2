using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The histograms, which are given values by the thread that runs the mailbox, and which instruments are wanted.
/// Everything else is pulled: <see cref="ObservableInstruments"/>. One of each in the process. Made by
/// <see cref="AkkaTelemetry.Publish"/>; an instrument is replaced when a listener threw at it (<see cref="Publication"/>).
/// </summary>
internal static class Instruments
{
    static Instruments()
    {
        Histogram(MetricNames.WaitDuration, "Time from enqueue to dequeue.", made => WaitDuration = made);
        Histogram(MetricNames.ProcessDuration, "Time that the handler worked, awaiting included.", made => ProcessDuration = made);
        Histogram(MetricNames.StashDuration, "Time from a stashing to the unstashing.", made => StashDuration = made);
    }

    public static Histogram<double> WaitDuration { get; private set; } = null!;

    public static Histogram<double> ProcessDuration { get; private set; } = null!;

    public static Histogram<double> StashDuration { get; private set; } = null!;

    /// <summary>True: to ask makes all instruments.</summary>
    public static bool AllMade =>
        WaitDuration is not null && ObservableInstruments.Made && DispatcherInstruments.Made && SelfInstruments.Made;

    /// <summary>Whether a listener wants anything that must be noted while a mailbox is run.</summary>
    public static bool IsListening => ObservableInstruments.Messages.Enabled
        || IsMeasuring
        || ObservableInstruments.Failures.Enabled
        || ObservableInstruments.WantsPeak
        || DispatcherInstruments.IsListening;

    /// <summary>Whether a listener wants durations.</summary>
    public static bool IsMeasuring
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => WaitDuration.Enabled || ProcessDuration.Enabled;
    }

    private static void Histogram(string name, string meaning, Action<Histogram<double>> use) => AkkaTelemetry.Publication.Instrument(
        name, meter => meter.CreateHistogram(name, MetricNames.Seconds, meaning, advice: BucketAdvice.Durations), use);
}
