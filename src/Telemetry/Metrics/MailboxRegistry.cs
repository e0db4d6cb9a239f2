using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The live mailboxes of one actor type, in segments of 64. An actor costs one reference and one number here. Starting
/// or stopping an actor takes two short locks. A walk over all mailboxes holds neither of them for its whole duration.
/// <para>
/// A walk is exact although actors start and stop meanwhile. Each segment is on one of two sides. In one step, a walk reads the segment's
/// mailboxes and moves the segment to the other side. An actor that stops adds its counts to the side of its segment. So a mailbox that stops
/// before its segment is visited is counted on the side that the walk leaves. A mailbox that stops afterwards was read during the visit, and
/// the next walk finds its final counts. At the end of the walk no thread adds to the old side any more, so it can be settled. Each walk sees
/// every count exactly once, and at least as large as the walk before saw it.
/// </para>
/// </summary>
internal sealed class MailboxRegistry(ActorTypeInfo actor)
{
    private readonly object _lock = new();

    // Grows by doubling. Its entries stay, so a walk may read an old array up to the count with which the walk began.
    private MailboxSegment[] _segments = new MailboxSegment[1];
    private int _segmentCount;
    private Stack<int>? _free;
    private int _used;
    private int _side;
    private long _started;
    private long _stopped;

    /// <summary>Any thread.</summary>
    public void Add(ObservedMailbox mailbox)
    {
        int place;
        MailboxSegment segment;
        lock (_lock)
        {
            _started++;
            if (_free is null || !_free.TryPop(out place))
            {
                place = _used++;
            }

            segment = SegmentOf(place);
        }

        segment.Put(place % MailboxSegment.Size, mailbox);
        if (Interlocked.CompareExchange(ref mailbox.Place, place + 1, 0) != 0)
        {
            // The actor stopped before its mailbox was added.
            Free(segment, place);
        }
    }

    /// <summary>Any thread. A second call for the same mailbox does nothing.</summary>
    public void Remove(ObservedMailbox mailbox)
    {
        var place = Interlocked.Exchange(ref mailbox.Place, -1) - 1;
        if (place >= 0)
        {
            Free(Volatile.Read(ref _segments)[place / MailboxSegment.Size], place);
        }
    }

    /// <summary>Reads all mailboxes. <see cref="CollectionCycle"/> makes sure that only one walk runs at a time.</summary>
    public ActorTypeTotals Walk()
    {
        ReadOnlySpan<MailboxSegment> segments;
        int side;
        lock (_lock)
        {
            // A segment that is created during the walk starts on the new side.
            segments = _segments.AsSpan(0, _segmentCount);
            side = _side = 1 - _side;
        }

        var depths = default(DepthTotals);
        foreach (var segment in segments)
        {
            segment.Visit(side, ref depths);
        }

        var messages = new List<MessageTotal>();
        foreach (var type in actor.Messages)
        {
            messages.Add(new(type, type.Settle(1 - side)));
        }

        if (actor.Wrappers.Settle(1 - side) is > 0 and var unopened)
        {
            messages.Add(new(actor.Wrappers, unopened));
        }

        var now = Stopwatch.GetTimestamp();
        actor.Peaks.Record(depths.Peak, now);
        lock (_lock)
        {
            return new(actor, _started, _stopped, depths, actor.Peaks.Largest(now), now, messages);
        }
    }

    /// <summary>Adds the mailboxes with at least this depth, and returns whether a message waits in any mailbox. Watchdog thread.</summary>
    public bool Deep(int least, List<DeepMailbox> deep)
    {
        var waits = false;
        foreach (var segment in Segments())
        {
            waits |= segment.Deep(least, deep);
        }

        return waits;
    }

    /// <summary>Adds the mailboxes with a message that has waited for long. Any thread.</summary>
    public void FindLate(LateMailboxes late)
    {
        foreach (var segment in Segments())
        {
            segment.FindLate(late);
        }
    }

    /// <summary>Visits the mailboxes in which messages wait. Costs nothing to others unless it is called. Any thread.</summary>
    public void VisitWaiting(IMailboxVisitor visitor)
    {
        foreach (var segment in Segments())
        {
            segment.VisitWaiting(visitor);
        }
    }

    private ReadOnlySpan<MailboxSegment> Segments()
    {
        lock (_lock)
        {
            return _segments.AsSpan(0, _segmentCount);
        }
    }

    private MailboxSegment SegmentOf(int place)
    {
        var index = place / MailboxSegment.Size;
        if (index == _segmentCount)
        {
            if (index == _segments.Length)
            {
                var larger = new MailboxSegment[index * 2];
                _segments.CopyTo(larger, 0);
                Volatile.Write(ref _segments, larger);
            }

            _segments[_segmentCount++] = new MailboxSegment(_side);
        }

        return _segments[index];
    }

    private void Free(MailboxSegment segment, int place)
    {
        segment.Take(place % MailboxSegment.Size);
        lock (_lock)
        {
            _stopped++;
            (_free ??= new()).Push(place);
        }
    }
}
