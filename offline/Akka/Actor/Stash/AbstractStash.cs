using Akka.Dispatch;

namespace Akka.Actor.Internal;

/// <summary>A stash on the deque of its actor's mailbox; used on the actor's thread only.</summary>
public abstract class AbstractStash : IStash
{
    private readonly ActorCell _owner;
    private readonly IDequeBasedMessageQueueSemantics _mailbox;

    // The next one to come out is first.
    private List<Envelope> _aside = [];
    private int _putAside;

    protected AbstractStash(IActorContext context)
    {
        _owner = (ActorCell)context;
        var queue = _owner.Mailbox.MessageQueue;
        _mailbox = queue as IDequeBasedMessageQueueSemantics
            ?? throw new ActorInitializationException($"A stash needs a mailbox with a deque, such as {typeof(UnboundedDequeBasedMailbox)}; {_owner.Self} has {queue.GetType()}.");

        var given = _owner.Props.Deploy.StashCapacity;
        Capacity = given != Deploy.NoStashSize
            ? given
            : _owner.System.Mailboxes.StashCapacity(_owner.Props.Dispatcher, _owner.Props.Mailbox);
    }

    public int Count => _aside.Count;

    public bool IsEmpty => Count == 0;

    public bool NonEmpty => !IsEmpty;

    public bool IsFull => Capacity >= 0 && Count >= Capacity;

    /// <summary>Negative is no limit.</summary>
    public virtual int Capacity { get; }

    public void Stash()
    {
        if (_putAside == _owner.CurrentEnvelopeId)
        {
            throw new IllegalActorStateException($"{_owner.Self} has {_owner.CurrentMessage} in its stash already.");
        }

        // Even one that does not fit counts as stashed.
        _putAside = _owner.CurrentEnvelopeId;
        if (IsFull)
        {
            throw new StashOverflowException($"The stash of {_owner.Self} is full with {Count} messages; {_owner.CurrentMessage} is lost.");
        }

        _aside.Add(new Envelope(_owner.CurrentMessage, _owner.Sender));
    }

    public void Unstash()
    {
        if (NonEmpty)
        {
            var next = _aside[0];
            _aside.RemoveAt(0);
            _mailbox.EnqueueFirst(next);
        }
    }

    public void UnstashAll() => UnstashAll(static _ => true);

    /// <summary>What the predicate does not want is gone, and so is all of it when the predicate throws.</summary>
    public void UnstashAll(Func<Envelope, bool> filterPredicate)
    {
        // Backwards, so that the oldest comes out first.
        foreach (var envelope in ClearStash().Reverse().Where(filterPredicate))
        {
            _mailbox.EnqueueFirst(envelope);
        }
    }

    public IEnumerable<Envelope> ClearStash()
    {
        var all = _aside;
        _aside = [];
        return all;
    }

    /// <summary>Does not ask whether there is room.</summary>
    public void Prepend(IEnumerable<Envelope> envelopes) => _aside.InsertRange(0, envelopes.Distinct());
}
