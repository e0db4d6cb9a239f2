using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The history of a message that was in the actor's stash. It is made when a message is stashed while telemetry has a listener. It goes with
/// the message through the stash and back into the mailbox, as the message's origin. Its <see cref="MessageOrigin.Trace"/> is the trace in
/// which the message was first sent. For an unsampled root it is the trace that the root was given. Only one
/// thread at a time writes it: the one that runs the actor.
/// </summary>
internal sealed class StashHistory(MessageOrigin? sentIn) : OriginAround(sentIn)
{
    private long _stashedAt;
    private bool _wasRecorded;

    /// <summary>The baggage with which the message was first sent; null when there was none.</summary>
    public override CarriedBaggage? Baggage { get; } = sentIn?.Baggage;

    public override StashHistory History => this;

    public override TrackedMessage? Tracked { get; } = sentIn?.Tracked;

    public override int Attempt { get; } = sentIn?.Attempt ?? 1;

    /// <summary>Ticks spent in the stash, summed over all stays.</summary>
    public long StashedTicks { get; private set; }

    /// <summary>How many times the message was stashed.</summary>
    public int Times { get; private set; }

    /// <summary>The span in which the message was first processed and stashed; default when it had none.</summary>
    public ActivityContext FirstProcessing { get; private set; }

    /// <summary>Whether the message belongs to a recorded trace: its sender's, or the one that its first processing began.</summary>
    public override bool IsRecorded => base.IsRecorded || _wasRecorded;

    /// <summary>Whether it has no parent, and no listener to spans existed when it was first processed.</summary>
    public override bool IsUndecidedRoot => base.IsUndecidedRoot && FirstProcessing == default;

    /// <summary>Called when the actor stashes the message.</summary>
    /// <param name="now">The time.</param>
    /// <param name="processing">The span in which it stashes the message; null for none.</param>
    public void Stashed(long now, Activity? processing)
    {
        _stashedAt = now;
        if (Times++ == 0)
        {
            (FirstProcessing, _wasRecorded) = (processing?.Context ?? default, IsRecording(processing));
            if (Trace is null or { IsUndecidedRoot: true } or NonRecordingContext { HasId: false })
            {
                // The decision is made once. No second random number may be drawn when the message comes back.
                Replace(NonRecordingContext.Here ?? Trace);
            }
        }
    }

    /// <summary>Called when the message goes back to the mailbox. Returns the ticks of this stay in the stash.</summary>
    public long Returned(long now)
    {
        var ticks = now - _stashedAt;
        StashedTicks += ticks;
        _stashedAt = now;
        return ticks;
    }
}

/// <summary>One message in a stash and its history. The default value stands for a message about which nothing is known.</summary>
internal readonly record struct StashedMessage(object? Message, IActorRef? Sender, StashHistory? History)
{
    /// <summary>Compares references, not values, because each of two equal messages has its own history.</summary>
    public bool Is(Envelope envelope) => ReferenceEquals(Message, envelope.Message) && ReferenceEquals(Sender, envelope.Sender);
}
