using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The live mailboxes of one actor type, in segments of 64. An actor costs one reference and one number here; starting
/// and stopping one is two short locks, neither of which a walk over all mailboxes holds.
/// <para>
/// A walk is exact without stopping anybody. Each segment is on one of two sides. A walk takes it to the other side
/// in the same step in which it reads the segment's mailboxes; an actor that stops leaves its counts on the side of its
/// segment. So a mailbox that stops before its segment is visited is found on the side that the walk leaves, one that stops
/// after it was read there and its rest is found by the next walk. At the end of the walk nobody adds to the old side any
/// more and it can be settled. Every count is seen exactly once, and by each walk at least as it was for the one before.
/// </para>
/// </summary>
internal sealed class MailboxRegistry(ActorTypeInfo actor)
{
    private readonly object _lock = new();

    // Grows by doubling; what is in it stays, so that a walk may read an old one up to the count that it began with.
    private MailboxSegment[] _segments = new MailboxSegment[1];
    private int _segmentCount;
    private Stack<int>? _free;
    private int _used;
    private int _side;
    private long _started;
    private long _stopped;

    /// <summary>Any thread.</summary>
    public void Add(MailboxRecorder mailbox)
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
            // stopped before it was here
            Free(segment, place);
        }
    }

    /// <summary>Any thread; the second time for one mailbox does nothing.</summary>
    public void Remove(MailboxRecorder mailbox)
    {
        var place = Interlocked.Exchange(ref mailbox.Place, -1) - 1;
        if (place >= 0)
        {
            Free(Volatile.Read(ref _segments)[place / MailboxSegment.Size], place);
        }
    }

    /// <summary>Reads everything. One walk at a time, which <see cref="CollectionCycle"/> sees to.</summary>
    public ActorTypeTotals Walk()
    {
        ReadOnlySpan<MailboxSegment> segments;
        int side;
        lock (_lock)
        {
            // a segment that is made during the walk is born on its far side
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
        actor.Peaks.Note(depths.Peak, now);
        lock (_lock)
        {
            return new(actor, _started, _stopped, depths, actor.Peaks.Largest(now), now, messages);
        }
    }

    /// <summary>Adds the mailboxes that are at least so deep, and tells whether anything waits in any. Watcher's thread.</summary>
    public bool Deep(int least, List<DeepMailbox> deep)
    {
        ReadOnlySpan<MailboxSegment> segments;
        lock (_lock)
        {
            segments = _segments.AsSpan(0, _segmentCount);
        }

        var waits = false;
        foreach (var segment in segments)
        {
            waits |= segment.Deep(least, deep);
        }

        return waits;
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
