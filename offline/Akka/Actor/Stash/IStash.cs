using Akka.Dispatch;

namespace Akka.Actor;

/// <summary>Messages that an actor has put aside.</summary>
public interface IStash
{
    int Count { get; }

    bool IsEmpty { get; }

    bool NonEmpty { get; }

    bool IsFull { get; }

    int Capacity { get; }

    void Stash();

    void Unstash();

    void UnstashAll();

    void UnstashAll(Func<Envelope, bool> predicate);

    IEnumerable<Envelope> ClearStash();

    void Prepend(IEnumerable<Envelope> envelopes);
}

/// <summary>An actor whose stash its cell sets.</summary>
public interface IActorStash
{
    IStash Stash { get; set; }
}

/// <summary>A stash that leaves the choice of mailbox to the user.</summary>
public interface IWithUnrestrictedStash : IActorStash
{
}

/// <summary>A stash on any deque.</summary>
public interface IWithStash : IWithUnrestrictedStash, IRequiresMessageQueue<IDequeBasedMessageQueueSemantics>
{
}

/// <summary>A stash on an unbounded deque.</summary>
public interface IWithUnboundedStash : IWithUnrestrictedStash, IRequiresMessageQueue<IUnboundedDequeBasedMessageQueueSemantics>
{
}

/// <summary>Makes stashes.</summary>
public static class StashFactory
{
    public static IStash CreateStash<T>(this IActorContext context)
        where T : ActorBase => CreateStash(context, typeof(T));

    public static IStash CreateStash(this IActorContext context, IActorStash actorInstance) => CreateStash(context, actorInstance.GetType());

    public static IStash CreateStash(this IActorContext context, Type actorType) => typeof(IActorStash).IsAssignableFrom(actorType)
        ? new UnboundedStash((ActorCell)context)
        : throw new ArgumentException($"{actorType} has no stash", nameof(actorType));
}
