using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// First in, first out, without a capacity limit. It is a chain of <see cref="EnvelopeRing"/>s. There is one ring, unless a backlog has just outgrown
/// it. The first ring is small and created with the mailbox, so that both are adjacent in memory.
/// </summary>
internal struct FifoStore : IEnvelopeStore
{
    // the receiver's ring and the senders' ring
    private EnvelopeRing _first;
    private EnvelopeRing _last;

    public FifoStore() => _first = _last = new EnvelopeRing(EnvelopeRing.Smallest);

    public readonly int Count
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => First is { HasNext: false } only ? only.Count : CountAll();
    }

    public readonly bool IsClosed => Volatile.Read(in _last).IsEnd;

    private readonly EnvelopeRing? First => Volatile.Read(in _first);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdd(in StampedEnvelope envelope) => Volatile.Read(ref _last).TryAdd(envelope) || AddElsewhere(envelope);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryTake(out StampedEnvelope envelope)
    {
        while (true)
        {
            var ring = Volatile.Read(ref _first);
            if (ring.TryTake(out envelope))
            {
                return true;
            }

            if (ring.Next is not { } next)
            {
                return false;
            }

            GoOn(ring, next);
        }
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly int CountAll()
    {
        var count = 0;
        for (var ring = First; ring is not null; ring = ring.Next)
        {
            count += ring.Count;
        }

        return count;
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

    // The ring was closed, maybe after it was found empty. A sender may have added a message in between, which is then taken first.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GoOn(EnvelopeRing ring, EnvelopeRing next)
    {
        if (ring.IsOver)
        {
            Volatile.Write(ref _first, next);
        }
    }
}
