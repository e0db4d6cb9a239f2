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

/// <summary>A stash on a bounded deque.</summary>
[Obsolete("Use `IWithStash` with a configured BoundedDeque-based mailbox instead.")]
public interface IWithBoundedStash : IWithUnrestrictedStash, IRequiresMessageQueue<IBoundedDequeBasedMessageQueueSemantics>
{
}
