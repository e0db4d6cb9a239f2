namespace AkkaInstrumentation;

// The end of a ring: another ring follows, or its places are given back, or the mailbox is closed. Only one thread at a time does any of these.
internal sealed partial class EnvelopeRing
{
    /// <summary>
    /// Returns the ring that follows this one. This ring was full and takes no more messages. Null when the mailbox is closed and no ring follows.
    /// Any thread. When memory is short, it throws and changes nothing.
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

        // Outside the lock, because a thread that cannot be started is reported, possibly to this very mailbox.
        if (made?._slots.Length > Kept)
        {
            LargeRings.Add(made);
        }

        return Next;
    }

    /// <summary>
    /// Gives the places back if all their messages have been taken and few messages have come since the last call. A small ring then follows. Returns
    /// true when the places have been given back, by this call or an earlier one. Only one thread at a time calls it; senders and the receiver may
    /// use the ring meanwhile.
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

            // A message may have come in between. Then the receiver takes it and moves to the next ring, or a later call finds this ring empty.
            if (_next is null || !IsOver)
            {
                return false;
            }

            (_slots, _stamped, _unsampled) = (s_none, null, null);
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

    // Called under the lock. It allocates before it closes this ring: a ring that is closed without a next one would be closed twice, and its unread
    // messages overwritten.
    private EnvelopeRing FollowBy(int capacity, Func<int, EnvelopeRing>? make = null)
    {
        var next = make?.Invoke(capacity) ?? new EnvelopeRing(capacity);
        var number = Interlocked.Add(ref Tail, Closed) - Closed;
        (next.Tail, next.Head, next.Limit) = (number, number, number + capacity);
        Volatile.Write(ref _next, next);
        return next;
    }
}
