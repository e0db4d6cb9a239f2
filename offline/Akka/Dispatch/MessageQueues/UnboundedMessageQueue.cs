using System.Collections.Concurrent;
using Akka.Actor;

namespace Akka.Dispatch.MessageQueues;

/// <summary>First in, first out, without a limit.</summary>
public class UnboundedMessageQueue : IMessageQueue, IUnboundedMessageQueueSemantics
{
    private readonly ConcurrentQueue<Envelope> _queue = new();

    public bool HasMessages => !_queue.IsEmpty;

    public int Count => _queue.Count;

    public void Enqueue(IActorRef receiver, Envelope envelope) => _queue.Enqueue(envelope);

    public bool TryDequeue(out Envelope envelope) => _queue.TryDequeue(out envelope);

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        while (TryDequeue(out var envelope))
        {
            deadletters.Enqueue(owner, envelope);
        }
    }
}
