using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Where the mailbox and the stash of an actor meet: the mailbox leaves here what it knows of the message that it has
/// given to the actor, the stash says from which of its messages one comes back. There is one for each actor that
/// stashes, used by the actor's thread.
/// </summary>
internal sealed class StashDesk
{
    private long _enqueuedAt;
    private object? _noted;
    private InstrumentedStash? _returning;

    /// <summary>The mailbox has given the actor this message, or none: then nothing is kept.</summary>
    public void Given(in StampedEnvelope envelope)
    {
        _enqueuedAt = envelope.EnqueuedAt;
        _noted = envelope.Noted;
    }

    /// <summary>The story of the actor's message; null when it never was in the stash.</summary>
    public StashStory? Story => _noted as StashStory;

    /// <summary>The same, begun here if there is none; null when nobody ever listened.</summary>
    public StashStory? BeginStory()
    {
        if (Story is { } story)
        {
            return story;
        }

        if (_enqueuedAt == 0 && _noted is null && !AkkaTelemetry.IsListening && !Instruments.StashDuration.Enabled)
        {
            return null;
        }

        _noted = story = new StashStory(_noted, _enqueuedAt);
        return story;
    }

    /// <summary>From now on, until <see cref="EndReturn"/>, what is put at the mailbox' front comes from this stash.</summary>
    public void BeginReturn(InstrumentedStash stash) => _returning = stash;

    public void EndReturn() => _returning = null;

    /// <summary>The story of a message that is put at the mailbox' front; null when it comes from elsewhere or has none.</summary>
    public StashStory? Return(Envelope envelope) => _returning?.Return(envelope);
}
