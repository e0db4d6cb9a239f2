using System.Buffers;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The live mailboxes of one actor type. An actor costs one reference and one number here; its start and its stop take a short lock each.
/// <para>
/// A walk is exact although actors start and stop meanwhile. Within the lock it copies the references to the live mailboxes and reads the counts of
/// stopped mailboxes. Then it reads the copied mailboxes. A mailbox that stops in between is in the copy, but not among the stopped ones of this
/// walk. So each walk sees every count exactly once, and never smaller than the walk before.
/// </para>
/// </summary>
internal sealed class MailboxRegistry(ActorTypeInfo actor)
{
    private readonly object _lock = new();
    private readonly Dictionary<DispatcherMeter, long> _runsOfStopped = [];
    private ObservedMailbox[] _live = [];
    private int _count;
    private long _started;
    private long _stopped;
    private int _peakOfStopped;

    /// <summary>The numbers of actors that have started and stopped. Any thread.</summary>
    public ActorCounts Counts
    {
        get
        {
            lock (_lock)
            {
                return new(_started, _stopped);
            }
        }
    }

    /// <summary>A live mailbox, usually the latest; null for none. Any thread.</summary>
    public ObservedMailbox? Latest
    {
        get
        {
            lock (_lock)
            {
                return _count == 0 ? null : _live[_count - 1];
            }
        }
    }

    /// <summary>Any thread.</summary>
    public void Add(ObservedMailbox mailbox)
    {
        lock (_lock)
        {
            _started++;
            if (mailbox.IsGone)
            {
                // The actor stopped before its mailbox was added.
                Retire(mailbox);
                return;
            }

            if (_count == _live.Length)
            {
                Array.Resize(ref _live, Math.Max(4, 2 * _count));
            }

            _live[_count++] = mailbox;
            mailbox.Place = _count;
        }
    }

    /// <summary>Any thread. A second call for the same mailbox does nothing.</summary>
    public void Remove(ObservedMailbox mailbox)
    {
        lock (_lock)
        {
            var place = Interlocked.Exchange(ref mailbox.Place, -1) - 1;
            if (place < 0)
            {
                return;
            }

            // The last mailbox takes the free place.
            var last = _live[--_count];
            _live[_count] = null!;
            if (last != mailbox)
            {
                _live[place] = last;
                last.Place = place + 1;
            }

            Retire(mailbox);
        }
    }

    /// <summary>Reads all mailboxes. <see cref="ActorSystems"/> makes sure that only one walk runs at a time.</summary>
    public ActorTypeTotals Walk()
    {
        var (depths, persistence) = (default(DepthTotals), default(PersistenceTotals));
        var (work, begun) = (new WorkTotals(actor.Load.WalkedAt), Stopwatch.GetTimestamp());
        Mailboxes mailboxes;
        long started, stopped;

        // Each count is now with the stopped mailboxes or in a mailbox of the copy.
        lock (_lock)
        {
            foreach (var type in actor.Counted)
            {
                (type.Walked, type.Untraced) = (type.Retired, type.RetiredUntraced);
            }

            foreach (var (dispatcher, runs) in _runsOfStopped)
            {
                dispatcher.Walked += runs;
            }

            (depths.Peak, _peakOfStopped) = (_peakOfStopped, 0);
            (started, stopped) = (_started, _stopped);
            mailboxes = Copy();
        }

        using (mailboxes)
        {
            foreach (var mailbox in mailboxes.Span)
            {
                depths.Add(mailbox);
                persistence.Add(mailbox.Persistence);
                if (mailbox.Dispatcher is { } dispatcher)
                {
                    dispatcher.Walked += Volatile.Read(ref mailbox.Runs);
                }

                if (mailbox.ReadWork(begun) is { Message: not null, Since: var since })
                {
                    work.Add(since);
                }

                for (var cell = mailbox.Cells.Latest; cell is not null; cell = cell.Next)
                {
                    cell.Info.Walked += cell.Messages;
                    cell.Info.Untraced += cell.Untraced;
                }
            }
        }

        var now = Stopwatch.GetTimestamp();
        var messages = actor.Counted.Select(type => new MessageTotal(type, type.Walked));
        return new(actor, started, stopped, depths, actor.Peaks.Record(depths.Peak, now), now, [.. messages], work)
        {
            Persistence = persistence,
        };
    }

    /// <summary>Visits the mailboxes in which messages wait, with the number of messages. Any thread.</summary>
    public void ForEachWaiting(Action<ObservedMailbox, int> visit) => ForEach(mailbox =>
    {
        if (mailbox.DepthOrNone is > 0 and var depth)
        {
            visit(mailbox, depth);
        }
    });

    /// <summary>Visits all mailboxes. Any thread.</summary>
    public void ForEach(Action<ObservedMailbox> visit)
    {
        using var mailboxes = Copy();
        foreach (var mailbox in mailboxes.Span)
        {
            visit(mailbox);
        }
    }

    private Mailboxes Copy()
    {
        lock (_lock)
        {
            var copy = ArrayPool<ObservedMailbox>.Shared.Rent(_count);
            Array.Copy(_live, copy, _count);
            return new(copy, _count);
        }
    }

    private void Retire(ObservedMailbox mailbox)
    {
        _stopped++;
        _peakOfStopped = Math.Max(_peakOfStopped, mailbox.Depths.Take());
        if (mailbox.Dispatcher is { } dispatcher)
        {
            _runsOfStopped[dispatcher] = _runsOfStopped.GetValueOrDefault(dispatcher) + mailbox.Runs;
        }

        for (var cell = mailbox.Cells.Latest; cell is not null; cell = cell.Next)
        {
            cell.Info.Retired += cell.Messages;
            cell.Info.RetiredUntraced += cell.Untraced;
        }
    }

    // The copy is in memory that is reused and keeps no mailbox alive.
    private readonly ref struct Mailboxes(ObservedMailbox[] copy, int count)
    {
        public ReadOnlySpan<ObservedMailbox> Span => copy.AsSpan(0, count);

        public void Dispose() => ArrayPool<ObservedMailbox>.Shared.Return(copy, clearArray: true);
    }
}

/// <summary>The actors of one type that have started and stopped so far.</summary>
internal readonly record struct ActorCounts(long Started, long Stopped)
{
    public long Live => Started - Stopped;
}

/// <summary>The totals that a walk found for one actor type.</summary>
internal sealed record ActorTypeTotals(
    ActorTypeInfo Actor, long Started, long Stopped, DepthTotals Depths, long Peak, long At, IReadOnlyList<MessageTotal> Messages, WorkTotals Work)
{
    public long Live => Started - Stopped;

    public PersistenceTotals Persistence { get; init; }

    /// <summary>Null when messages wait but none of their times is known.</summary>
    public double? OldestAge => Depths.OldestEnqueuedAt != 0 ? Ticks.ToSeconds(At - Depths.OldestEnqueuedAt) : Depths.Sum == 0 ? 0 : null;
}

/// <summary>Messages of one type processed so far.</summary>
internal readonly record struct MessageTotal(MessageTypeInfo Type, long Messages);

/// <summary>Sums of the depths of the mailboxes of one actor type, made by a walk.</summary>
internal struct DepthTotals
{
    public long Sum;
    public long Largest;
    public long Peak;

    /// <summary>
    /// <see cref="Stopwatch"/> ticks at which the oldest waiting message was enqueued; 0 when no message waits or the time is unknown.
    /// </summary>
    public long OldestEnqueuedAt;

    /// <summary>Never throws, although a mailbox may contain a user's queue.</summary>
    public void Add(ObservedMailbox mailbox)
    {
        var depth = mailbox.DepthOrNone;
        Peak = Math.Max(Peak, Math.Max(depth, mailbox.Depths.Take()));
        Sum += depth;
        Largest = Math.Max(Largest, depth);
        if (depth > 0 && ObservableInstruments.Age.Enabled && mailbox.OldestOrNone is > 0 and var enqueuedAt)
        {
            OldestEnqueuedAt = OldestEnqueuedAt == 0 ? enqueuedAt : Math.Min(OldestEnqueuedAt, enqueuedAt);
        }
    }
}
