using Akka.Actor;

namespace Akka.Dispatch.MessageQueues;

/// <summary>The smallest priority first; in which order equal ones come is not defined.</summary>
public class UnboundedPriorityMessageQueue(Func<object, int> priorityGenerator, int initialCapacity)
    : BlockingMessageQueue, IUnboundedDequeBasedMessageQueueSemantics
{
    private readonly BinaryHeap<Envelope> _heap = new(
        (a, b) => priorityGenerator(a.Message).CompareTo(priorityGenerator(b.Message)), initialCapacity);

    private readonly Stack<Envelope> _front = new();

    /// <summary>Without those that were put in front, as in Akka.</summary>
    protected override int LockedCount => _heap.Count;

    /// <summary>For the owner's thread only: nobody else looks at the front.</summary>
    public void EnqueueFirst(Envelope envelope) => _front.Push(envelope);

    protected override void LockedEnqueue(Envelope envelope) => _heap.Add(envelope);

    protected override bool LockedTryDequeue(out Envelope envelope) => _front.TryPop(out envelope) || _heap.TryTake(out envelope);
}

/// <summary>The smallest priority first; equal ones in the order in which they came.</summary>
public class UnboundedStablePriorityMessageQueue(Func<object, int> priorityGenerator, int initialCapacity)
    : BlockingMessageQueue, IUnboundedDequeBasedMessageQueueSemantics
{
    private readonly BinaryHeap<(Envelope Envelope, long Number)> _heap = new(
        (a, b) =>
        {
            var byPriority = priorityGenerator(a.Envelope.Message).CompareTo(priorityGenerator(b.Envelope.Message));
            return byPriority != 0 ? byPriority : a.Number.CompareTo(b.Number);
        },
        initialCapacity);

    private readonly Stack<Envelope> _front = new();
    private long _lastNumber;

    /// <summary>Without those that were put in front, as in Akka.</summary>
    protected override int LockedCount => _heap.Count;

    /// <summary>For the owner's thread only: nobody else looks at the front.</summary>
    public void EnqueueFirst(Envelope envelope) => _front.Push(envelope);

    protected override void LockedEnqueue(Envelope envelope) => _heap.Add((envelope, ++_lastNumber));

    protected override bool LockedTryDequeue(out Envelope envelope)
    {
        if (_front.TryPop(out envelope))
        {
            return true;
        }

        var found = _heap.TryTake(out var smallest);
        envelope = smallest.Envelope;
        return found;
    }
}
