using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The history of a message that was in the actor's stash. It is made when a message is stashed while telemetry has a listener. It goes with
/// the message through the stash and back into the mailbox, in the message's origin. Only one thread at a time writes it: the one that runs the
/// actor.
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

    /// <summary>Whether its first processing had a span, so that nobody decides again whether it begins a trace.</summary>
    public bool WasProcessed => FirstProcessing != default;

    /// <summary>Whether somebody collects that span. The message then belongs to its trace, if its sender had none.</summary>
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
        var ticks = now - _stashedAt;
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
