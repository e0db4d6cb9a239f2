namespace AkkaInstrumentation;

// How a ring ends: another one follows, its places are given back, or the mailbox is closed. One thread at a time does any of it.
internal sealed partial class EnvelopeRing
{
    /// <summary>
    /// The ring that follows this one, which was full and takes no more messages; null when this is the end. Any thread. When memory is short, it
    /// throws and changes nothing.
    /// </summary>
    /// <param name="make">For tests: makes the ring, from its capacity.</param>
    public EnvelopeRing? Follow(Func<int, EnvelopeRing>? make = null)
    {
        EnvelopeRing? made = null;
        lock (this)
        {
            if (_next is null)
            {
                made = FollowBy(Math.Min(_slots.Length * 2, Largest), make);
            }
        }

        // Outside the lock: a thread that cannot be started is reported, maybe to this very mailbox.
        if (made?._slots.Length > Kept)
        {
            LargeRings.Add(made);
        }

        return Next;
    }

    /// <summary>
    /// Gives the places back, if everything in them has been taken, and few messages have come since the last call. A small ring then follows. True
    /// when they are given back, by this call or before. One thread at a time; senders and receiver may use the ring meanwhile.
    /// </summary>
    public bool TryGiveBack()
    {
        lock (this)
        {
            var tail = Volatile.Read(ref Tail);
            var isQuiet = tail - _spread!.Seen <= Kept;
            _spread.Seen = tail;
            if (_next is null && isQuiet && tail == Volatile.Read(ref Head))
            {
                FollowBy(Smallest);
            }

            // A message may have come in between. Then the receiver moves on when it has taken it, or a later call finds the ring over.
            if (_next is null || !IsOver)
            {
                return false;
            }

            (_slots, _stamped) = (s_none, null);
            return true;
        }
    }

    /// <summary>Closes this ring for good. If another ring already follows, it stays open and is returned.</summary>
    public EnvelopeRing? End()
    {
        lock (this)
        {
            if (_next is null)
            {
                // In this order: a refused sender finds that this is the end.
                Volatile.Write(ref _next, this);
                Interlocked.Add(ref Tail, Closed);
            }

            return Next;
        }
    }

    // Under the lock. Allocates first: a ring that is closed without a next one would be closed twice, and its unread messages overwritten.
    private EnvelopeRing FollowBy(int capacity, Func<int, EnvelopeRing>? make = null)
    {
        var next = make?.Invoke(capacity) ?? new EnvelopeRing(capacity);
        var number = Interlocked.Add(ref Tail, Closed) - Closed;
        (next.Tail, next.Head, next.Limit) = (number, number, number + capacity);
        Volatile.Write(ref _next, next);
        return next;
    }
}
