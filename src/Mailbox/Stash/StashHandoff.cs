using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Connects the mailbox and the stash of an actor. The mailbox stores here what it knows about the message that the actor got. The stash stores which
/// of its messages returns. There is one object for each actor that stashes. Used by the actor's thread.
/// </summary>
internal sealed class StashHandoff
{
    private long _enqueuedAt;
    private MessageOrigin? _origin;
    private InstrumentedStash? _returning;

    /// <summary>The mailbox has given the actor this message, or none. For none, nothing is kept.</summary>
    public void Given(in StampedEnvelope envelope)
    {
        _enqueuedAt = envelope.EnqueuedAt;
        _origin = envelope.Origin;
    }

    /// <summary>The history of the actor's message; null when it has never been in the stash.</summary>
    public StashHistory? History => _origin?.History;

    /// <summary>The history of the actor's message. It begins here if there is none. Null when nobody has ever listened.</summary>
    public StashHistory? BeginHistory()
    {
        if (History is { } history)
        {
            return history;
        }

        if (_enqueuedAt == 0 && _origin is null && !Listeners.AreThere && !Instruments.StashDuration.Enabled)
        {
            return null;
        }

        _origin = history = new StashHistory(_origin);
        return history;
    }

    /// <summary>From now until <see cref="EndReturn"/>, messages that are put at the mailbox's front come from this stash.</summary>
    public void BeginReturn(InstrumentedStash stash) => _returning = stash;

    public void EndReturn() => _returning = null;

    /// <summary>The history of a message that is put at the mailbox's front; null when it does not come from the stash or has no history.</summary>
    public StashHistory? Return(Envelope envelope) => _returning?.Return(envelope);
}

/// <summary>A queue whose actor may stash.</summary>
internal interface IStashingQueue
{
    MailboxRecorder Recorder { get; }

    /// <summary>The first call creates it. Actor's thread.</summary>
    StashHandoff Handoff { get; }
}
