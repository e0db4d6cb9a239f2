using Akka.Dispatch;

namespace Akka.Actor.Internal;

/// <summary>A stash on the deque of its actor's mailbox; used on the actor's thread only.</summary>
public abstract class AbstractStash : IStash
{
    private readonly ActorCell _cell;
    private readonly IDequeBasedMessageQueueSemantics _queue;
    private LinkedList<Envelope> _stashed = new();
    private int _lastEnvelopeId;

    protected AbstractStash(IActorContext context)
    {
        _cell = (ActorCell)context;
        _queue = _cell.Mailbox.MessageQueue as IDequeBasedMessageQueueSemantics ?? throw new ActorInitializationException(
            $"DequeBasedMailbox required, got: {_cell.Mailbox.GetType().Name}\n"
            + "Give the actor a mailbox whose type is, for instance, Akka.Dispatch.UnboundedDequeBasedMailbox.");

        var deploy = _cell.Props.Deploy;
        Capacity = deploy.StashCapacity != Deploy.NoStashSize
            ? deploy.StashCapacity
            : _cell.System.Mailboxes.StashCapacity(_cell.Props.Dispatcher, _cell.Props.Mailbox);
    }

    public int Count => _stashed.Count;

    public bool IsEmpty => Count == 0;

    public bool NonEmpty => Count > 0;

    public bool IsFull => Capacity >= 0 && Count >= Capacity;

    /// <summary>Negative is no limit.</summary>
    public virtual int Capacity { get; }

    public void Stash()
    {
        var message = _cell.CurrentMessage;
        if (_cell.CurrentEnvelopeId == _lastEnvelopeId)
        {
            throw new IllegalActorStateException($"Can't stash the same message {message} more than once");
        }

        // Even one that does not fit counts as stashed.
        _lastEnvelopeId = _cell.CurrentEnvelopeId;
        if (IsFull)
        {
            throw new StashOverflowException(
                $"Couldn't enqueue message {message} from ${_cell.Sender} to stash of {_cell.Self}");
        }

        _stashed.AddLast(new Envelope(message, _cell.Sender));
    }

    public void Unstash()
    {
        if (_stashed.First is { } first)
        {
            _stashed.RemoveFirst();
            _queue.EnqueueFirst(first.Value);
        }
    }

    public void UnstashAll() => UnstashAll(static _ => true);

    /// <summary>What the predicate does not want is gone.</summary>
    public void UnstashAll(Func<Envelope, bool> filterPredicate)
    {
        if (IsEmpty)
        {
            return;
        }

        // Backwards, so that the oldest comes out first.
        var stashed = Taken();
        ArgumentNullException.ThrowIfNull(filterPredicate, "predicate");
        for (var node = stashed.Last; node is not null; node = node.Previous)
        {
            if (filterPredicate(node.Value))
            {
                _queue.EnqueueFirst(node.Value);
            }
        }
    }

    public IEnumerable<Envelope> ClearStash() => Taken();

    /// <summary>Does not ask whether there is room.</summary>
    public void Prepend(IEnumerable<Envelope> envelopes)
    {
        foreach (var envelope in envelopes.Distinct().Reverse())
        {
            _stashed.AddFirst(envelope);
        }
    }

    private LinkedList<Envelope> Taken()
    {
        var stashed = _stashed;
        _stashed = new LinkedList<Envelope>();
        return stashed;
    }
}
