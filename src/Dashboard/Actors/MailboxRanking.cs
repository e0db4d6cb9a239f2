using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The deepest mailboxes of an actor system, those with the oldest message and those that grow fastest. One reading visits all mailboxes, as a
/// collection of metrics does; all reads within a second share it. Any thread.
/// </summary>
internal sealed class MailboxRanking(SystemMetrics metrics)
{
    /// <summary>Length of each list.</summary>
    public const int Listed = 20;

    // The growth is known only for this number of the deepest mailboxes.
    private const int Watched = 256;

    private static readonly long Shortest = Stopwatch.Frequency * 9 / 10;

    // A change is measured over at least this time, so that a mailbox that fills and empties does not count as growing.
    private static readonly long Trend = 3 * Stopwatch.Frequency;

    private readonly object _lock = new();
    private SeenDepths? _before;
    private SeenDepths? _recent;
    private RankedMailboxes? _latest;
    private long _lookedAt;

    /// <summary>The deepest mailboxes of some actor types, with their growth. Any thread.</summary>
    public IReadOnlyList<RankedMailbox> Deepest(IEnumerable<ActorTypeInfo> types)
    {
        var found = Visit(types).ByDepth.Take(Listed);
        lock (_lock)
        {
            // the growth is known only if all mailboxes are read from time to time
            var now = Stopwatch.GetTimestamp();
            _latest = _recent is null || now - _recent.At >= Trend ? LookAtAll() : _latest;
            return [.. found.Select(mailbox => Measured(mailbox, now))];
        }
    }

    public RankedMailboxes Look()
    {
        lock (_lock)
        {
            return _latest is { } latest && Stopwatch.GetTimestamp() - _lookedAt < Shortest ? latest : _latest = LookAtAll();
        }
    }

    private static Visitor Visit(IEnumerable<ActorTypeInfo> types)
    {
        var visitor = new Visitor();
        foreach (var type in types)
        {
            visitor.Type = type.Name;
            type.Mailboxes.ForEachWaiting(visitor.Visit);
        }

        return visitor;
    }

    private RankedMailboxes LookAtAll()
    {
        var visitor = Visit(metrics.ActorTypes);
        var now = Stopwatch.GetTimestamp();
        var deepest = visitor.ByDepth.Select(mailbox => Measured(mailbox, now)).ToList();
        var growing = deepest
            .Where(mailbox => mailbox is { PerSecond: > 0, OldestSeconds: not < 1 })
            .OrderByDescending(mailbox => mailbox.PerSecond)
            .Take(Listed)
            .ToList();
        if (_recent is null || now - _recent.At >= Trend)
        {
            var seen = new SeenDepths(now, deepest.ToDictionary(mailbox => mailbox.Mailbox, mailbox => mailbox.Depth));
            (_before, _recent) = (_recent ?? seen, seen);
        }

        _lookedAt = now;
        return new(
            visitor.Waiting,
            [.. deepest.Take(Listed)],
            [.. visitor.Oldest.UnorderedItems.Select(item => Measured(item.Element, now)).OrderByDescending(mailbox => mailbox.OldestSeconds)],
            growing);
    }

    // Under the lock. A mailbox that was not among those with waiting messages had none.
    private RankedMailbox Measured(RankedMailbox mailbox, long now) =>
        _before is { } before && now > before.At && (before.Depths.TryGetValue(mailbox.Mailbox, out var depth) || before.Depths.Count < Watched)
            ? mailbox with { PerSecond = (mailbox.Depth - depth) / Ticks.ToSeconds(now - before.At) }
            : mailbox;

    private sealed record SeenDepths(long At, Dictionary<ObservedMailbox, int> Depths);

    private sealed class Visitor
    {
        public IEnumerable<RankedMailbox> ByDepth => Deepest.UnorderedItems.Select(item => item.Element).OrderByDescending(mailbox => mailbox.Depth);

        public PriorityQueue<RankedMailbox, int> Deepest { get; } = new();

        public PriorityQueue<RankedMailbox, double> Oldest { get; } = new();

        public int Waiting { get; private set; }

        public string Type { get; set; } = "";

        public void Visit(ObservedMailbox mailbox, int depth)
        {
            Waiting++;
            var age = ActorNode.OldestOf(mailbox);
            var ranked = new RankedMailbox(mailbox, Type, depth, age, null);
            Keep(Deepest, ranked, depth, Watched);
            if (age is { } seconds)
            {
                Keep(Oldest, ranked, seconds, Listed);
            }
        }

        private static void Keep<T>(PriorityQueue<RankedMailbox, T> kept, RankedMailbox mailbox, T value, int most)
        {
            kept.Enqueue(mailbox, value);
            if (kept.Count > most)
            {
                kept.Dequeue();
            }
        }
    }
}

/// <summary>A mailbox in which messages wait. <paramref name="PerSecond"/> is the change in messages per second; null when it is not known.</summary>
internal readonly record struct RankedMailbox(ObservedMailbox Mailbox, string Type, int Depth, double? OldestSeconds, double? PerSecond);

/// <summary>The result of one reading, each list in descending order.</summary>
/// <param name="Waiting">Mailboxes in which messages wait.</param>
/// <param name="Deepest">Those with most messages.</param>
/// <param name="Oldest">Those whose oldest message has waited longest.</param>
/// <param name="Growing">Those that have grown most in the last seconds, among the deepest.</param>
internal sealed record RankedMailboxes(
    int Waiting, IReadOnlyList<RankedMailbox> Deepest, IReadOnlyList<RankedMailbox> Oldest, IReadOnlyList<RankedMailbox> Growing);
