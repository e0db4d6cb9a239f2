using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>A bound around another queue, by one lock. What is put to the front takes no room, as in Akka's bounded deque.</summary>
internal sealed class BoundedReferenceQueue(IMessageQueue queue, int capacity, TimeSpan pushTimeOut)
    : IMessageQueue, IBoundedDequeBasedMessageQueueSemantics
{
    private readonly object _room = new();

    public TimeSpan PushTimeOut => pushTimeOut;

    public bool HasMessages => queue.HasMessages;

    public int Count => queue.Count;

    public void Enqueue(IActorRef receiver, Envelope envelope)
    {
        if (!TryEnqueue(receiver, envelope))
        {
            ((IInternalActorRef)receiver).Provider.DeadLetters.Tell(
                new DeadLetter(envelope.Message, envelope.Sender, receiver), envelope.Sender);
        }
    }

    public void EnqueueFirst(Envelope envelope)
    {
        lock (_room)
        {
            ((IDequeBasedMessageQueueSemantics)queue).EnqueueFirst(envelope);
        }
    }

    public bool TryDequeue(out Envelope envelope)
    {
        lock (_room)
        {
            var taken = queue.TryDequeue(out envelope);
            Monitor.PulseAll(_room);
            return taken;
        }
    }

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        while (TryDequeue(out var envelope))
        {
            deadletters.Enqueue(owner, envelope);
        }
    }

    private bool TryEnqueue(IActorRef receiver, Envelope envelope)
    {
        var start = Stopwatch.GetTimestamp();
        lock (_room)
        {
            while (queue.Count >= capacity)
            {
                var left = pushTimeOut - Stopwatch.GetElapsedTime(start);
                if (left <= TimeSpan.Zero || !Monitor.Wait(_room, left))
                {
                    return false;
                }
            }

            queue.Enqueue(receiver, envelope);
            return true;
        }
    }
}
