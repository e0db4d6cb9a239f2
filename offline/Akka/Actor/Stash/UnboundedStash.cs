using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace Akka.Actor;

/// <summary>Used on the actor's thread only.</summary>
internal sealed class UnboundedStash : IStash
{
    private readonly ActorCell _cell;
    private readonly IDequeBasedMessageQueueSemantics _queue;
    private LinkedList<Envelope> _stashed = new();

    public UnboundedStash(ActorCell cell)
    {
        _cell = cell;
        _queue = cell.Mailbox.MessageQueue as IDequeBasedMessageQueueSemantics ?? throw new NotSupportedException(
            $"A stash needs a deque; the mailbox of {cell.Self} has a {cell.Mailbox.MessageQueue.GetType().Name}");
    }

    public int Count => _stashed.Count;

    public bool IsEmpty => Count == 0;

    public bool NonEmpty => Count > 0;

    public bool IsFull => false;

    public int Capacity => -1;

    public void Stash()
    {
        var message = _cell.CurrentMessage;
        var sender = _cell.Sender;
        if (_stashed.Last is { } last && ReferenceEquals(last.Value.Message, message) && ReferenceEquals(last.Value.Sender, sender)
            && _cell.CurrentEnvelopeId == _lastEnvelopeId)
        {
            throw new IllegalActorStateException($"{message} is stashed already");
        }

        _lastEnvelopeId = _cell.CurrentEnvelopeId;
        _stashed.AddLast(new Envelope(message, sender));
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

    public void UnstashAll(Func<Envelope, bool> predicate)
    {
        // Backwards, so that the oldest comes out first.
        var stashed = Taken();
        for (var node = stashed.Last; node is not null; node = node.Previous)
        {
            if (predicate(node.Value))
            {
                _queue.EnqueueFirst(node.Value);
            }
        }
    }

    public IEnumerable<Envelope> ClearStash() => Taken();

    public void Prepend(IEnumerable<Envelope> envelopes)
    {
        foreach (var envelope in envelopes.Distinct().Reverse())
        {
            _stashed.AddFirst(envelope);
        }
    }

    private int _lastEnvelopeId;

    private LinkedList<Envelope> Taken()
    {
        var stashed = _stashed;
        _stashed = new LinkedList<Envelope>();
        return stashed;
    }
}
