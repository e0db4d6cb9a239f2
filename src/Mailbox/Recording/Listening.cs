using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// What listeners want to know about the messages of a mailbox. Read when a run begins, and not again during that run; only
/// <see cref="ToDurations"/> is asked for each message that needs it, because few do.
/// </summary>
/// <param name="ToSpans">Messages may get spans.</param>
/// <param name="ToCounts">Messages are counted.</param>
internal readonly record struct Listening(bool ToSpans, bool ToCounts)
{
    /// <summary>The durations of some messages are measured. Asked for a message that may be measured, when it begins.</summary>
    public bool ToDurations => ToCounts && Instruments.IsMeasuring;

    /// <summary>Nobody listens.</summary>
    public bool IsToNothing => !ToSpans && !ToCounts;

    /// <summary>What listeners want now and the settings allow.</summary>
    /// <param name="settings">The settings in force.</param>
    /// <param name="mayTrace">Whether the actor's messages may have spans.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Listening Now(InstrumentationSettings settings, bool mayTrace = true) =>
        new(mayTrace && settings.TracingEnabled && AkkaTelemetry.Source.HasListeners(), settings.MetricsEnabled && Instruments.IsListeningToRuns);
}
