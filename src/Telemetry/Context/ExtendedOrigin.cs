using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The origin of a message that carries more than its trace: baggage, its history in a stash, the record of a test that follows it, and how often it
/// was sent again. Extended origins are never nested. Only a stay in a stash changes the object: the history, and once the trace.
/// </summary>
internal sealed class ExtendedOrigin : MessageOrigin
{
    private MessageOrigin? _trace;

    /// <summary>A copy of another origin. The initialisers add to it.</summary>
    /// <param name="origin">The other one; null for an origin without a trace.</param>
    public ExtendedOrigin(MessageOrigin? origin)
    {
        _trace = origin?.Trace;
        if (origin is ExtendedOrigin other)
        {
            (CarriedBaggage, StashHistory, TrackedMessage, Repetitions) =
                (other.CarriedBaggage, other.StashHistory, other.TrackedMessage, other.Repetitions);
        }
    }

    /// <inheritdoc cref="MessageOrigin.Baggage"/>
    public CarriedBaggage? CarriedBaggage { get; init; }

    /// <inheritdoc cref="MessageOrigin.History"/>
    public StashHistory? StashHistory { get; init; }

    /// <inheritdoc cref="MessageOrigin.Tracked"/>
    public TrackedMessage? TrackedMessage { get; init; }

    /// <summary>How many times its actor has sent the message again because its handler failed.</summary>
    public int Repetitions { get; init; }

    public override MessageOrigin? Trace => _trace;

    public override ActivityContext Context => _trace?.Context ?? default;

    public override bool IsRecorded => _trace is { IsRecorded: true } || StashHistory is { WasRecorded: true };

    public override bool IsUndecidedRoot => _trace is null or { IsUndecidedRoot: true } && StashHistory is not { WasProcessed: true };

    public override bool IsScheduled => _trace is { IsScheduled: true };

    public override SenderContext? Sent => _trace?.Sent;

    public override NonRecordingContext? NonRecording => _trace?.NonRecording;

    public override ActivityTraceId BeginsIn => _trace?.BeginsIn ?? default;

    public override MessageOrigin Inside(ActivityContext span) => new ExtendedOrigin(this) { _trace = SenderContext.Of(span) };

    /// <summary>The origin of a message that its actor stashes: with its history, which begins here if there is none.</summary>
    public static ExtendedOrigin WithHistory(MessageOrigin? origin) =>
        origin is ExtendedOrigin { StashHistory: not null } known ? known : new(origin) { StashHistory = new() };

    /// <summary>The actor stashes the message. Its thread.</summary>
    /// <param name="now">The time.</param>
    /// <param name="processing">The span in which it is stashed; null for none.</param>
    public void Stashed(long now, Activity? processing)
    {
        if (StashHistory!.Stashed(now, processing) && _trace is null or { IsUndecidedRoot: true } or NonRecordingContext { HasId: false })
        {
            // The decision is made once. No second random number may be drawn when the message comes back.
            _trace = UnsampledMessage.IsUsed && PassThroughContext.Current?.Trace is KeptOrigin kept ? kept : NonRecordingContext.Here ?? _trace;
        }

        TrackedMessage?.Stashed();
    }
}

/// <summary>
/// A message that a test follows until it has been handled. It exists only while a test tracks the message's trace. Each call reports what has
/// happened to the message. Any thread.
/// </summary>
internal abstract class TrackedMessage
{
    /// <summary>Its handler begins, with this span; null for none.</summary>
    public abstract void Began(Activity? span);

    /// <summary>Its handler has released the thread and continues later.</summary>
    public abstract void Awaits();

    /// <summary>Its handler has ended.</summary>
    /// <param name="isCutOff">Whether the handler awaited when its actor stopped, so that it never continues.</param>
    public abstract void Ended(bool isCutOff = false);

    /// <summary>Its actor keeps it, and may put it back into the mailbox after the handler's end.</summary>
    public abstract void Stashed();

    /// <summary>It is in the mailbox again.</summary>
    public abstract void Unstashed();

    /// <summary>No actor will handle it any more.</summary>
    public abstract void Lost();
}

/// <summary>
/// The history of a message that was in the actor's stash. It is created when a message is stashed while spans or metrics are collected. It travels
/// in the message's origin, through the stash and back into the mailbox. Only one thread at a time writes it: the one that runs the actor.
/// </summary>
internal sealed class StashHistory
{
    private long _stashedAt;

    /// <summary>Ticks spent in the stash, summed over all stays.</summary>
    public long StashedTicks { get; private set; }

    /// <summary>How many times the message was stashed.</summary>
    public int Times { get; private set; }

    /// <summary>The span in which the message was first processed and stashed; default when it had none.</summary>
    public ActivityContext FirstProcessing { get; private set; }

    /// <summary>Whether its first processing had a span, so that it is not decided again whether the message begins a trace.</summary>
    public bool WasProcessed => FirstProcessing != default;

    /// <summary>Whether that span is collected. The message then belongs to the span's trace, if its sender had none.</summary>
    public bool WasRecorded { get; private set; }

    /// <summary>The actor stashes the message. Returns whether it is the first time.</summary>
    /// <param name="now">The time.</param>
    /// <param name="processing">The span in which it stashes the message; null for none.</param>
    public bool Stashed(long now, Activity? processing)
    {
        _stashedAt = now;
        if (Times++ > 0)
        {
            return false;
        }

        (FirstProcessing, WasRecorded) = (processing?.Context ?? default, MessageOrigin.IsRecording(processing));
        return true;
    }

    /// <summary>Called when the message goes back to the mailbox. Returns the ticks of this stay in the stash.</summary>
    public long Returned(long now)
    {
        var ticks = Math.Max(0, now - _stashedAt);
        StashedTicks += ticks;
        _stashedAt = now;
        return ticks;
    }
}

/// <summary>One message in a stash and its origin. The default value stands for a message about which nothing is known.</summary>
/// <param name="Message">The message.</param>
/// <param name="Sender">Its sender.</param>
/// <param name="Origin">Its origin, with its history; null if that is not known.</param>
internal readonly record struct StashedMessage(object? Message, IActorRef? Sender, ExtendedOrigin? Origin)
{
    /// <summary>Compares references, not values, because each of two equal messages has its own history.</summary>
    public bool Is(Envelope envelope) => ReferenceEquals(Message, envelope.Message) && ReferenceEquals(Sender, envelope.Sender);

    /// <summary>The message will not come back.</summary>
    public void Lost() => Origin?.Tracked?.Lost();
}
