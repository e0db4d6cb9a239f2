using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The relay of one mailbox. It also sees the messages that the actor gets while somebody listens.</summary>
internal abstract class MailboxRelay : Relay
{
    /// <summary>
    /// The relay for an actor with these rules; null for an ordinary actor. The thread that starts the actor, in its parent's handler.
    /// </summary>
    public static MailboxRelay? For(ActorRules rules) =>
        rules is { Kind: AkkaActorKind.Infrastructure, RunsStreams: false } && !PersistenceTypes.AnswersWrites(rules.Actor)
            ? AggregatorRelay.IsFor(rules.Actor)
                ? new AggregatorRelay(OriginIn(Activity.Current, PassThroughContext.Current))
                : rules.IsPersistentActor ? new PersistentRelay(new InfrastructureRelay()) : new InfrastructureRelay()
        : rules.IsPersistentActor ? new PersistentRelay()
        : null;

    /// <summary>
    /// Why the journal or snapshot store has not done what the actor asked for, if the message at hand says so; null for nearly all.
    /// </summary>
    public virtual Exception? StoreError => null;

    /// <summary>The id of the store that has answered with <see cref="StoreError"/>.</summary>
    public virtual string StoreOf(object answer) => "";

    /// <summary>
    /// Whether Akka keeps the message at hand in a stash of its own: no handler of the application gets it now. False where that is not certain.
    /// </summary>
    public virtual bool SetsAside => false;

    /// <summary>What waits for the actor's journal. Any thread.</summary>
    public virtual PersistenceWaits Waits => default;

    /// <summary>The id of the actor's journal; empty for none. Any thread.</summary>
    public virtual string Store => "";

    /// <summary>A run of the mailbox begins.</summary>
    /// <param name="hasListeners">Somebody listens to spans or to counts.</param>
    public virtual void RunBegins(bool hasListeners)
    {
    }

    /// <summary>
    /// The actor gets a message while somebody listens. Called first. Returns whether the message counts as given to the actor now. One that Akka may
    /// keep counts later, in its cell.
    /// </summary>
    /// <param name="next">The message.</param>
    /// <param name="cell">The cell in which it counts; null for none.</param>
    public virtual bool Counts(in StampedEnvelope next, MessageCell? cell) => true;

    /// <summary>
    /// The actor gets a message while somebody listens. Called before <see cref="Begin"/>. Returns the message's origin, which may be another one
    /// than the message came with.
    /// </summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="next">The message.</param>
    /// <param name="now">The time; 0 if it has not been read.</param>
    /// <param name="isMeasured">The message counts for metrics.</param>
    public virtual MessageOrigin? Takes(ActorTypeInfo type, in StampedEnvelope next, long now, bool isMeasured) => next.Origin;

    /// <summary>The message's handler is about to run, and somebody listens to spans.</summary>
    /// <param name="next">The message.</param>
    /// <param name="span">Its span; null for none.</param>
    /// <param name="now">The time.</param>
    public abstract void Begin(in StampedEnvelope next, Activity? span, long now);

    /// <summary>The last handler has ended: the mailbox is empty, or a system message comes.</summary>
    public abstract void End();

    /// <summary>The actor has logged an error. Running thread.</summary>
    public virtual void Logged(Exception cause)
    {
    }

    /// <summary>The actor stops itself. Running thread, inside of a handler.</summary>
    /// <param name="logsErrors">Whether errors are logged.</param>
    public virtual void StopsItself(bool logsErrors)
    {
    }

    /// <summary>The actor has stopped. Returns why its recovery has failed, if it has and no message has told that.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="isMeasured">Metrics have a listener.</param>
    public virtual Exception? Stopped(ActorTypeInfo type, bool isMeasured) => null;
}

/// <summary>
/// An actor that a replicator of distributed data starts for one request that other nodes take part in. It writes to them or reads from them, answers
/// for the replicator, and stops. So all that it sends belongs to the request. The thread that starts it makes the relay, in the request's handler,
/// before the actor's first run; the actor's thread reads it.
/// </summary>
/// <param name="request">The origin of what was sent in the request's handler; null for no trace.</param>
internal sealed class AggregatorRelay(MessageOrigin? request) : MailboxRelay
{
    public static bool IsFor(Type? actor) => actor is { Namespace: "Akka.DistributedData", Name: "WriteAggregator" or "ReadAggregator" };

    public override void Begin(in StampedEnvelope next, Activity? span, long now)
    {
    }

    public override void End()
    {
    }

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        origin = request;
        return true;
    }
}
