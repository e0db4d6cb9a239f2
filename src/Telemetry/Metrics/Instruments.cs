using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The histograms, and the check which instruments have listeners. The thread that runs a mailbox records into the histograms. All other instruments
/// are observable: <see cref="ObservableInstruments"/>. Each exists once per process. <see cref="Listeners.Publish"/> creates them.
/// </summary>
internal static class Instruments
{
    public static readonly Histogram<double> WaitDuration = Durations(AkkaMetricNames.MailboxWaitDuration, "Time from enqueue to dequeue.");
    public static readonly Histogram<double> ProcessDuration =
        Durations(AkkaMetricNames.ActorProcessDuration, "Time that the handler worked, awaiting included.");
    public static readonly Histogram<double> StashDuration = Durations(AkkaMetricNames.StashDuration, "Time from a stashing to the unstashing.");

    /// <summary>A thread of the pool records into it. It has values only if the package for Akka.Remote creates the references of Asks.</summary>
    public static readonly Histogram<double> AskDuration = Durations(AkkaMetricNames.AskDuration, "Time from the question to the end of the Ask.");

    public static readonly Histogram<double> DispatcherDelay =
        Durations(AkkaMetricNames.DispatcherWaitDuration, "Time from giving a mailbox to the executor to its run.");

    public static readonly Histogram<int> BatchSize =
        Histogram(AkkaMetricNames.DispatcherBatchSize, AkkaMetricNames.MessageUnit, "Messages of one run of a mailbox.", BucketAdvice.Batches);

    public static readonly Histogram<double> WriteDuration =
        Durations(AkkaMetricNames.PersistenceWriteDuration, "Time from a command's handler to the handler of its event.");

    public static readonly Histogram<double> RecoveryDuration =
        Durations(AkkaMetricNames.PersistenceRecoveryDuration, "Time from an actor's start to the end of its recovery.");

    public static readonly Histogram<long> RecoveryEvents =
        Histogram(AkkaMetricNames.PersistenceRecoveryEvents, AkkaMetricNames.EventUnit, "Events that a recovery replayed.", BucketAdvice.Replays);

    private const uint AskedEach = 16;

    [ThreadStatic]
    private static uint t_asked;

    private static bool s_isListeningToOthers;

    private static readonly object Adding = new();

    // Those of layers above, which are few.
    private static volatile Instrument[] s_others = [];

    /// <summary>Always true. Reading it creates all instruments.</summary>
    public static bool AllMade => WaitDuration is not null && ObservableInstruments.Messages is not null;

    /// <summary>Whether a listener wants a value that must be recorded while a mailbox runs.</summary>
    public static bool IsListening => IsListeningToMain || IsListeningToOthers;

    /// <summary>
    /// The same check for a run of a mailbox, which makes it each time. A new listener to messages, their durations or failures is noticed at once. A
    /// new listener to none of these is noticed within the next sixteen runs of each thread. A listener that is removed is noticed at once.
    /// </summary>
    public static bool IsListeningToRuns
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => IsListeningToMain || WasListeningToOthers();
    }

    private static bool IsListeningToMain
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ObservableInstruments.Messages.Enabled || IsMeasuring || ObservableInstruments.Failures.Enabled;
    }

    private static bool IsListeningToOthers => ObservableInstruments.Peak.Enabled || IsTimingRuns || ObservableInstruments.Runs.Enabled
        || WriteDuration.Enabled || RecoveryDuration.Enabled || RecoveryEvents.Enabled
        || Array.Exists(s_others, static instrument => instrument.Enabled);

    /// <summary>Whether a listener wants a value that needs timed runs.</summary>
    public static bool IsTimingRuns => DispatcherDelay.Enabled || ObservableInstruments.DispatcherBusy.Enabled || BatchSize.Enabled;

    /// <summary>Whether a listener wants durations.</summary>
    public static bool IsMeasuring
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => WaitDuration.Enabled || ProcessDuration.Enabled;
    }

    /// <summary>Runs are recorded while there is a listener to this instrument of a layer above. Any thread.</summary>
    public static void NeedsRuns(Instrument instrument)
    {
        lock (Adding)
        {
            s_others = s_others.Contains(instrument) ? s_others : [.. s_others, instrument];
        }
    }

    /// <summary>Makes a histogram of durations in seconds.</summary>
    public static Histogram<double> Durations(string name, string description) =>
        Histogram(name, AkkaMetricNames.Seconds, description, BucketAdvice.Durations);

    /// <summary>Makes a histogram.</summary>
    public static Histogram<T> Histogram<T>(string name, string unit, string description, InstrumentAdvice<T> advice)
        where T : struct =>
        AkkaTelemetry.NewInstrument(name, meter => meter.CreateHistogram(name, unit, description, advice: advice));

    // Nine more checks would cost a run more than everything else that it does without listeners.
    private static bool WasListeningToOthers()
    {
        if (s_isListeningToOthers || t_asked++ % AskedEach == 0)
        {
            s_isListeningToOthers = IsListeningToOthers;
        }

        return s_isListeningToOthers;
    }
}

/// <summary>Bucket bounds that the histograms advise.</summary>
internal static class BucketAdvice
{
    /// <summary>
    /// In seconds, from 1 microsecond to 5 minutes. Actors are faster than the HTTP calls for which the default bounds are made, and some work on one
    /// message for minutes.
    /// </summary>
    public static readonly InstrumentAdvice<double> Durations = new()
    {
        HistogramBucketBoundaries =
        [
            0.000001, 0.0000025, 0.000005, 0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001,
            0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
            30, 60, 120, 300,
        ],
    };

    /// <summary>In seconds, as the messaging conventions require, so that one query covers all messaging systems.</summary>
    public static readonly InstrumentAdvice<double> Messaging = new()
    {
        HistogramBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    };

    /// <summary>In events per recovery.</summary>
    public static readonly InstrumentAdvice<long> Replays = new() { HistogramBucketBoundaries = [0, 1, 10, 100, 1_000, 10_000, 100_000] };

    /// <summary>In messages per run. Akka's default throughput is 30.</summary>
    public static readonly InstrumentAdvice<int> Batches = new() { HistogramBucketBoundaries = [0, 1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1_000] };
}

/// <summary>
/// The histogram of OpenTelemetry's messaging conventions. It repeats values that are timed anyway. It is created when the first actor system
/// switches it on, so that no reader keeps memory for it before.
/// </summary>
internal static class MessagingInstruments
{
    public static readonly Histogram<double> ProcessDuration = Instruments.Histogram(
        MessagingMetricNames.ProcessDuration, AkkaMetricNames.Seconds, "Duration of processing operation.", BucketAdvice.Messaging);

    /// <summary>Makes the instrument at the first call.</summary>
    public static void Publish() => _ = ProcessDuration.Enabled;
}

/// <summary>The listeners to the source and the instruments of this process. Any thread.</summary>
internal static class Listeners
{
    /// <summary>Whether spans or metrics have a listener now. Called once for each run of a mailbox.</summary>
    public static bool AreThere
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => AkkaTelemetry.Source.HasListeners() || Instruments.IsListeningToRuns;
    }

    /// <summary>
    /// Creates source and instruments when an actor system starts, before its first message, because listeners run their own code for each new
    /// instrument. Does not throw when that code throws.
    /// </summary>
    public static void Publish()
    {
        _ = Instruments.AllMade;

        // The first read briefly starts a thread, which must not happen while a message is processed.
        _ = HandlerContext.Empty;
    }
}
