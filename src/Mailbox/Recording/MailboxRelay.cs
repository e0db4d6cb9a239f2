using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The relay of one mailbox. It also sees the messages that the actor gets while somebody listens to spans.</summary>
internal abstract class MailboxRelay : Relay
{
    /// <summary>The relay for an actor with these rules; null for an ordinary actor.</summary>
    public static MailboxRelay? For(ActorRules rules) =>
        rules is { Kind: AkkaActorKind.Infrastructure, RunsStreams: false } ? new InfrastructureRelay()
        : rules.IsPersistentActor ? new PersistentRelay()
        : null;

    /// <summary>The actor gets a message. Returns its origin, which may be another one than the message came with.</summary>
    public virtual MessageOrigin? Given(object message, MessageOrigin? origin) => origin;

    /// <summary>The actor gets a message while somebody listens to metrics.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="message">The message.</param>
    /// <param name="now">The time; 0 when the clock has not been read.</param>
    public virtual void Measure(ActorTypeInfo type, object message, long now)
    {
    }

    /// <summary>A run of the mailbox begins.</summary>
    /// <param name="isSeen">Somebody listens to spans, so <see cref="Begin"/> is called for its messages.</param>
    public virtual void RunBegins(bool isSeen)
    {
    }

    /// <summary>A supervisor restarts the actor. Any thread, while the actor handles no message.</summary>
    public virtual void Restarting()
    {
    }

    /// <summary>The actor has stopped.</summary>
    /// <param name="type">The actor's type.</param>
    public virtual void Stopped(ActorTypeInfo type)
    {
    }

    /// <summary>The message's handler is about to run.</summary>
    /// <param name="next">The message.</param>
    /// <param name="span">Its span; null for none.</param>
    public abstract void Begin(in StampedEnvelope next, Activity? span);

    /// <summary>The mailbox is empty: the last handler has ended.</summary>
    public abstract void End();
}
