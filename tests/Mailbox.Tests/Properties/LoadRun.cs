using System.Diagnostics;
using AkkaInstrumentation.Tests.Conformance;

namespace AkkaInstrumentation.Tests.Properties;

/// <summary>Puts a load through a queue: the senders on threads of their own, the consumer on this one.</summary>
internal sealed class LoadRun
{
    // As many as a sender uses in turn: of two messages that were mixed up, the spans differ.
    private const int SpansEach = 17;

    private readonly Load _load;
    private readonly QueueUnderTest _queue;
    private readonly Activity[][] _spans;
    private readonly long[][] _before;
    private readonly long[][] _after;

    public LoadRun(Load load, QueueUnderTest queue)
    {
        _load = load;
        _queue = queue;
        Items = load.Items();
        _before = [.. Items.Select(items => new long[items.Length])];
        _after = [.. Items.Select(items => new long[items.Length])];
        _spans = [.. Items.Select(_ => Enumerable.Range(0, SpansEach).Select(_ => Recorded()).ToArray())];
        Activity.Current = null;
    }

    public Item[][] Items { get; }

    /// <summary>In the order in which the consumer got them.</summary>
    public List<StampedItem> Received { get; } = [];

    /// <summary>The span that was current when this item was sent.</summary>
    public Activity SpanOf(Item item) => _spans[item.Sender][item.Number % SpansEach];

    /// <summary>Clock readings of the sender just before and just after it sent this item.</summary>
    public (long Before, long After) SentAt(Item item) => (_before[item.Sender][item.Number], _after[item.Sender][item.Number]);

    public void Run()
    {
        var running = _load.Senders;
        using var start = new Barrier(_load.Senders);
        var senders = Array.ConvertAll(Items, items =>
        {
            var thread = new Thread(() =>
            {
                start.SignalAndWait();
                Send(items);
                Interlocked.Decrement(ref running);
            })
            { IsBackground = true };
            thread.Start();
            return thread;
        });

        var reader = StampReader.Of(_queue.Queue);
        var stall = new Stall(_load.ToString());
        while (Volatile.Read(ref running) > 0)
        {
            stall.Check(Received.Count);
            Consume(reader, _load.ConsumerBurst);
            Thread.Yield();
        }

        Array.ForEach(senders, sender => sender.Join());
        Consume(reader, int.MaxValue);
    }

    // in a recorded trace every message is timed
    private static Activity Recorded() => new Activity("sender") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.Start();

    private void Send(Item[] items)
    {
        for (var i = 0; i < items.Length; i++)
        {
            var item = items[i];
            Activity.Current = SpanOf(item);
            _before[item.Sender][i] = Stopwatch.GetTimestamp();
            _queue.Enqueue(item);
            _after[item.Sender][i] = Stopwatch.GetTimestamp();
            if (i % _load.Burst == 0)
            {
                Thread.Yield();
            }
        }
    }

    private void Consume(StampReader reader, int atMost)
    {
        for (var i = 0; i < atMost && reader.TryTake(out var message, out var enqueuedAt, out var trace); i++)
        {
            Received.Add(new StampedItem((Item)message, enqueuedAt, trace));
        }
    }
}

internal readonly record struct StampedItem(Item Item, long EnqueuedAt, object? Trace);
