using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// What happened to a message before it came back from the actor's stash. Made when a message is stashed while somebody
/// listens; it goes with the message through the stash and back into the mailbox, in the place of
/// <see cref="StampedEnvelope.Noted"/>. One thread at a time, the actor's, writes it.
/// </summary>
internal sealed class StashStory(object? noted, long firstEnqueuedAt)
{
    private long _stashedAt;

    /// <summary>
    /// The trace field that the message had when it was first enqueued; of a root that was not sampled the trace that it was given.
    /// </summary>
    public object? Trace { get; private set; } = CarriedBaggage.TraceOf(noted);

    /// <summary>What it was first sent with; null when there was none.</summary>
    public CarriedBaggage? Baggage { get; } = noted as CarriedBaggage;

    /// <summary><see cref="Stopwatch"/> ticks at the first enqueue; 0 when nobody listened then.</summary>
    public long FirstEnqueuedAt { get; } = firstEnqueuedAt;

    /// <summary>Ticks spent in the stash, of all times together.</summary>
    public long StashedTicks { get; private set; }

    /// <summary>How often it was stashed.</summary>
    public int Times { get; private set; }

    /// <summary>The span in which the message was first processed, and stashed; default when it had none.</summary>
    public ActivityContext FirstProcessing { get; private set; }

    /// <summary>
    /// Whether the message belongs to a recorded trace: its sender's, or the one that its first processing began.
    /// </summary>
    public bool IsRecorded => SentTrace.IsRecorded(Trace) || (FirstProcessing.TraceFlags & ActivityTraceFlags.Recorded) != 0;

    /// <summary>It has no parent, and nobody listened to spans when it was first processed.</summary>
    public bool IsUndecidedRoot => Trace is null or ScheduledTrace && FirstProcessing == default;

    /// <summary>The actor stashes the message.</summary>
    public void Stashed(long now, ActivityContext processing)
    {
        _stashedAt = now;
        if (Times++ == 0)
        {
            FirstProcessing = processing;
            if (Trace is null or ScheduledTrace || ReferenceEquals(Trace, UnsampledTrace.OfMark))
            {
                // decided once: the coin must not fall again when it comes back
                Trace = NonRecordingActivity.Around(Activity.Current)?.Trace ?? Trace;
            }
        }
    }

    /// <summary>The message goes back to the mailbox. Returns the ticks that it spent in the stash this time.</summary>
    public long Returned(long now)
    {
        var ticks = now - _stashedAt;
        StashedTicks += ticks;
        return ticks;
    }
}
