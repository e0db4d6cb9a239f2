using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Event;

namespace Akka.Dispatch.MessageQueues;

/// <summary>First in, first out. A sender waits for room; a message that found none in time is a dead letter.</summary>
public class BoundedMessageQueue : IMessageQueue, IBoundedMessageQueueSemantics
{
    private readonly BlockingCollection<Envelope> _queue;

    /// <summary>A capacity of 0 is no limit.</summary>
    public BoundedMessageQueue(int boundedCapacity, TimeSpan pushTimeOut)
    {
        _queue = boundedCapacity == 0 ? [] : new BlockingCollection<Envelope>(boundedCapacity);
        PushTimeOut = pushTimeOut;
    }

    public bool HasMessages => Count > 0;

    public int Count => _queue.Count;

    public TimeSpan PushTimeOut { get; set; }

    public void Enqueue(IActorRef receiver, Envelope envelope)
    {
        if (!_queue.TryAdd(envelope, PushTimeOut))
        {
            ((IInternalActorRef)receiver).Provider.DeadLetters.Tell(
                new DeadLetter(envelope.Message, envelope.Sender, receiver), envelope.Sender);
            return;
        }

        // The sender reads the mailbox's status next; it must not do so before the runner can see the message.
        Interlocked.MemoryBarrier();
    }

    public bool TryDequeue(out Envelope envelope) => _queue.TryTake(out envelope);

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        while (TryDequeue(out var envelope))
        {
            deadletters.Enqueue(owner, envelope);
        }
    }
}
