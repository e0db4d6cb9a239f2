using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// First in, first out, without a bound: a chain of <see cref="EnvelopeRing"/>s, of which there is one unless a backlog has just
/// outgrown it. The first is small and made with the mailbox, so that they lie side by side in memory.
/// </summary>
internal struct FifoStore : IEnvelopeStore
{
    // where the receiver is, and where senders are
    private EnvelopeRing _first;
    private EnvelopeRing _last;

    public FifoStore() => _first = _last = new EnvelopeRing(EnvelopeRing.Smallest);

    public readonly int Count
    {
        get
        {
            var count = 0;
            for (var ring = First; ring is not null; ring = ring.Next)
            {
                count += ring.Count;
            }

            return count;
        }
    }

    public readonly bool IsClosed => Volatile.Read(in _last).IsEnd;

    private readonly EnvelopeRing? First => Volatile.Read(in _first);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdd(in StampedEnvelope envelope) => Volatile.Read(ref _last).TryAdd(envelope) || AddElsewhere(envelope);

    public bool TryTake(out StampedEnvelope envelope)
    {
        var ring = Volatile.Read(ref _first);
        return ring.TryTake(out envelope) || (ring.Next is not null && TakeElsewhere(ring, out envelope));
    }

    public readonly long OldestEnqueuedAt()
    {
        var left = OldestStamp.Looked;
        for (var ring = First; ring is not null; ring = ring.Next)
        {
            for (var place = 0; place < ring.Count; place++)
            {
                var enqueuedAt = ring.TryLook(place, out var waiting) ? waiting.EnqueuedAt : 0;
                if (enqueuedAt != 0 || --left == 0)
                {
                    return enqueuedAt;
                }
            }
        }

        return 0;
    }

    public readonly int Senders(Span<IActorRef?> senders)
    {
        var found = 0;
        for (var ring = First; ring is not null; ring = ring.Next)
        {
            for (var place = 0; place < ring.Count && found < senders.Length; place++)
            {
                if (ring.TryLook(place, out var waiting))
                {
                    senders[found++] = waiting.Sender;
                }
            }
        }

        return found;
    }

    public void Close()
    {
        var ring = Volatile.Read(ref _last);
        while (ring.End() is { } next)
        {
            Interlocked.CompareExchange(ref _last, next, ring);
            ring = Volatile.Read(ref _last);
        }
    }

    private bool AddElsewhere(StampedEnvelope envelope)
    {
        for (var ring = Volatile.Read(ref _last); !ring.TryAdd(envelope);)
        {
            if (ring.Follow() is not { } next)
            {
                return false;
            }

            Interlocked.CompareExchange(ref _last, next, ring);
            ring = Volatile.Read(ref _last);
        }

        return true;
    }

    private bool TakeElsewhere(EnvelopeRing ring, out StampedEnvelope envelope)
    {
        // it was closed after it was found empty: by then there may have been something in it
        while (!ring.TryTake(out envelope))
        {
            if (!ring.IsOver || ring.Next is not { } next)
            {
                return false;
            }

            Volatile.Write(ref _first, next);
            ring = next;
        }

        return true;
    }
}
