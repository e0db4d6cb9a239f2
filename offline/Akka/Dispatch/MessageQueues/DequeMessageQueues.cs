using Akka.Actor;

namespace Akka.Dispatch.MessageQueues;

/// <summary>Gives any queue a front; only the owner's thread may use the front.</summary>
public class DequeWrapperMessageQueue(IMessageQueue messageQueue) : IMessageQueue, IDequeBasedMessageQueueSemantics
{
    protected readonly IMessageQueue MessageQueue = messageQueue;

    private readonly Stack<Envelope> _front = new();

    public bool HasMessages => _front.Count > 0 || MessageQueue.HasMessages;

    public int Count => _front.Count + MessageQueue.Count;

    public void Enqueue(IActorRef receiver, Envelope envelope) => MessageQueue.Enqueue(receiver, envelope);

    public void EnqueueFirst(Envelope envelope) => _front.Push(envelope);

    public bool TryDequeue(out Envelope envelope) =>
        _front.TryPop(out envelope) || MessageQueue.TryDequeue(out envelope);

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        while (TryDequeue(out var envelope))
        {
            deadletters.Enqueue(owner, envelope);
        }
    }
}

/// <summary>A deque without a limit.</summary>
public class UnboundedDequeMessageQueue() :
    DequeWrapperMessageQueue(new UnboundedMessageQueue()), IUnboundedDequeBasedMessageQueueSemantics
{
}

/// <summary>A deque whose back is bounded; what is put in front takes no room.</summary>
public class BoundedDequeMessageQueue(int boundedCapacity, TimeSpan pushTimeOut) :
    DequeWrapperMessageQueue(new BoundedMessageQueue(boundedCapacity, pushTimeOut)), IBoundedDequeBasedMessageQueueSemantics
{
    public TimeSpan PushTimeOut => ((BoundedMessageQueue)MessageQueue).PushTimeOut;
}
