using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// First in, first out, without a capacity limit. It is a chain of <see cref="EnvelopeRing"/>s: one, unless a backlog has just outgrown it.
/// The first ring is small and created with the mailbox, so that both are adjacent in memory. Any thread adds and counts. One thread at a time takes.
/// </summary>
internal struct FifoStore
{
    // the receiver's ring and the senders' ring
    private EnvelopeRing _first;
    private EnvelopeRing _last;

    public FifoStore() => _first = _last = new EnvelopeRing();

    /// <summary>The number of messages. Any thread. Exact while no thread adds or takes.</summary>
    public readonly int Count => Volatile.Read(in _last).CountFrom(Volatile.Read(in _first));

    /// <summary>The store takes no more messages. When a sender has been refused, this is already true. Any thread.</summary>
    public readonly bool IsClosed => Volatile.Read(in _last).IsEnd;

    /// <summary>False when the store is closed. Any thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdd(in StampedEnvelope envelope) => Volatile.Read(ref _last).TryAdd(envelope) || AddToNextRing(envelope);

    /// <summary>The same for a message without time and origin. False also when it needs another ring. Any thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdd(object message, IActorRef? sender) => Volatile.Read(ref _last).TryAdd(message, sender);

    /// <inheritdoc cref="EnvelopeRing.TryTakePlain"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryTakePlain(out Envelope envelope, out bool isUnsampled) => Volatile.Read(ref _first).TryTakePlain(out envelope, out isUnsampled);

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

            // The ring was closed, possibly after it was found empty. A sender may have added a message in between; that message is taken first.
            if (ring.IsOver)
            {
                Volatile.Write(ref _first, next);
            }
        }
    }

    /// <inheritdoc cref="PriorityStore.Look"/>
    public readonly int Look(Span<StampedEnvelope> found)
    {
        var count = 0;
        for (var ring = Volatile.Read(in _first); ring is not null; ring = ring.Next)
        {
            for (var place = 0; place < ring.CountFrom(ring) && count < found.Length; place++)
            {
                if (ring.TryLook(place, out found[count]))
                {
                    count++;
                }
            }
        }

        return count;
    }

    /// <summary>
    /// Closes the store for good. Messages that were accepted before or at the same time can still be taken. So closing and
    /// then emptying the store leaves nothing in it. Called on the thread that takes.
    /// </summary>
    public void Close()
    {
        while (Volatile.Read(ref _last) is var ring && ring.End() is { } next)
        {
            Interlocked.CompareExchange(ref _last, next, ring);
        }
    }

    private bool AddToNextRing(StampedEnvelope envelope)
    {
        while (true)
        {
            var ring = Volatile.Read(ref _last);
            if (ring.TryAdd(envelope))
            {
                return true;
            }

            if (ring.Follow() is not { } next)
            {
                return false;
            }

            Interlocked.CompareExchange(ref _last, next, ring);
        }
    }
}

/// <summary>The front of a queue: messages that the actor puts back, the last one first. Running thread; any thread reads the count.</summary>
internal static class QueueFront
{
    /// <summary>The places that an empty front or heap may keep.</summary>
    public const int Kept = 512;

    /// <summary>Takes the first message; false when there is none. A front that was long gives its memory back.</summary>
    public static bool TryPop<T>(ref Stack<T>? front, out T message)
    {
        var stack = front;
        if (stack is null || !stack.TryPop(out message!))
        {
            message = default!;
            return false;
        }

        if (stack.Count == 0 && stack.EnsureCapacity(0) > Kept)
        {
            front = null;
        }

        return true;
    }
}
