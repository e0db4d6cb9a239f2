using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The histograms, and the question which instruments have listeners. The thread that runs a mailbox records into the histograms.
/// All other instruments are observable: <see cref="ObservableInstruments"/>. Each exists once per process. Made by
/// <see cref="Listeners.Publish"/>. An instrument is replaced when a listener threw at it (<see cref="Publication"/>).
/// </summary>
internal static class Instruments
{
    static Instruments()
    {
        Histogram(AkkaMetricNames.MailboxWaitDuration, "Time from enqueue to dequeue.", made => WaitDuration = made);
        Histogram(AkkaMetricNames.ActorProcessDuration, "Time that the handler worked, awaiting included.", made => ProcessDuration = made);
        Histogram(AkkaMetricNames.StashDuration, "Time from a stashing to the unstashing.", made => StashDuration = made);
        Histogram(AkkaMetricNames.AskDuration, "Time from the question to the end of the Ask.", made => AskDuration = made);
    }

    public static Histogram<double> WaitDuration { get; private set; } = null!;

    public static Histogram<double> ProcessDuration { get; private set; } = null!;

    public static Histogram<double> StashDuration { get; private set; } = null!;

    /// <summary>A thread of the pool records into it. It has values where the package for Akka.Remote makes the references that ask.</summary>
    public static Histogram<double> AskDuration { get; private set; } = null!;

    /// <summary>Always true. Reading it creates all instruments.</summary>
    public static bool AllMade =>
        WaitDuration is not null && ObservableInstruments.Made && DispatcherInstruments.Made && PersistenceInstruments.Made && RemoteInstruments.Made
        && SelfDiagnostics.Made;

    /// <summary>Whether a listener wants a value that must be recorded while a mailbox runs.</summary>
    public static bool IsListening
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ObservableInstruments.Messages.Enabled || IsListeningToOthers;
    }

    private static bool IsListeningToOthers => IsMeasuring
        || ObservableInstruments.Failures.Enabled
        || ObservableInstruments.WantsPeak
        || DispatcherInstruments.IsListening
        || PersistenceInstruments.IsListening;

    /// <summary>Whether a listener wants durations.</summary>
    public static bool IsMeasuring
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => WaitDuration.Enabled || ProcessDuration.Enabled;
    }

    private static void Histogram(string name, string meaning, Action<Histogram<double>> use) => AkkaTelemetry.Publication.Instrument(
        name, meter => meter.CreateHistogram(name, AkkaMetricNames.Seconds, meaning, advice: BucketAdvice.Durations), use);
}
