using Akka.Actor;
using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// First in, first out, without a bound. The queue is made by the first message: its first segment takes more than a
/// kilobyte, which an actor that never gets a message does not need.
/// </summary>
internal struct FifoStore : IEnvelopeStore
{
    private ConcurrentQueue<StampedEnvelope>? _queue;

    public readonly bool HasMessages => Volatile.Read(in _queue) is { IsEmpty: false };

    public readonly int Count => Volatile.Read(in _queue)?.Count ?? 0;

    public bool TryAdd(in StampedEnvelope envelope)
    {
        (Volatile.Read(ref _queue) ?? Create()).Enqueue(envelope);
        return true;
    }

    public readonly bool TryTake(out StampedEnvelope envelope)
    {
        if (Volatile.Read(in _queue) is { } queue)
        {
            return queue.TryDequeue(out envelope);
        }

        envelope = default;
        return false;
    }

    public readonly long OldestEnqueuedAt() => Volatile.Read(in _queue) is { } queue ? OldestStamp.In(queue) : 0;

    // As with the oldest stamp: the queue goes on in a new segment afterwards. Only a mailbox that is told of is asked.
    public readonly int Senders(Span<IActorRef?> senders)
    {
        var found = 0;
        if (Volatile.Read(in _queue) is { } queue)
        {
            foreach (var envelope in queue)
            {
                if (found == senders.Length)
                {
                    break;
                }

                senders[found++] = envelope.Sender;
            }
        }

        return found;
    }

    // Two first senders may meet here: the one who comes second uses the other's queue.
    private ConcurrentQueue<StampedEnvelope> Create()
    {
        var queue = new ConcurrentQueue<StampedEnvelope>();
        return Interlocked.CompareExchange(ref _queue, queue, null) ?? queue;
    }
}
