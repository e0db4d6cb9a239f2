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

    /// <summary>The actor gets a message while somebody listens. Called before <see cref="Given"/> and <see cref="Begin"/>.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="next">The message.</param>
    /// <param name="now">The time; 0 when the clock has not been read.</param>
    /// <param name="isMeasured">The message counts for metrics.</param>
    public virtual void Takes(ActorTypeInfo type, in StampedEnvelope next, long now, bool isMeasured)
    {
    }

    /// <summary>A run of the mailbox begins.</summary>
    /// <param name="listening">What listeners want to know. To spans: <see cref="Begin"/> is called for its messages.</param>
    public virtual void RunBegins(Listening listening)
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
