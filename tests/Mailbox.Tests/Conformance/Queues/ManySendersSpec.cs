namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>Many senders and one consumer, who pauses at random: the books balance on both sides, whatever the threads do.</summary>
public class ManySendersSpec
{
    private const int Senders = 6;
    private const int Each = 2_000;
    private const int Seeds = 4;

    public static TheoryData<string> Kinds => MailboxKinds.Names;

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Nothing_is_lost_or_doubled_and_each_sender_keeps_its_order(string name)
    {
        var kind = MailboxKinds.Of(name);
        for (var seed = 1; seed <= Seeds; seed++)
        {
            // no patience: much is dropped; endless patience: nothing is
            var patience = TimeSpan.FromMilliseconds((seed % 4) switch { 1 => 0, 2 => 1, _ => 600_000 });
            var capacity = new Random(seed).Next(1, 100);
            await using var system = Systems.WithIds(kind.Hocon(capacity, patience));
            var dead = new DeadLetterRecorder(system);
            using var metrics = seed % 2 == 0 ? new MetricRecorder(system) : null;
            foreach (var side in new[] { MailboxKind.ReferenceId, MailboxKind.InstrumentedId })
            {
                var context = $"{name}, {side}, seed {seed}, capacity {capacity}, push time-out {patience}";
                var queue = new QueueUnderTest(kind, system, side);
                var sent = Sent(seed);
                var received = await Exchange(queue, sent, new Random(seed), kind.IsBounded && patience > TimeSpan.Zero);

                var waiting = queue.Queue.Count;
                var rest = queue.CleanUp();
                var dropped = await dead.Of(queue.Owner);

                Assert.Equal(waiting, rest.Count);
                Assert.Equal((0, false), (queue.Queue.Count, queue.Queue.HasMessages));
                Books.Balance(context, sent.SelectMany(items => items), received, rest.Concat(dropped.Select(letter => (Item)letter.Message)));
                Books.KeepOrder(context, kind, received.Concat(rest));
                Books.Rise(context, kind, rest);
                Assert.True(dropped.Count == 0 || (kind.IsBounded && patience < TimeSpan.FromMinutes(1)), $"{context}: {dropped.Count} dropped");
            }
        }
    }

    /// <summary>Somebody listens, so each message carries the time and the trace of the moment in which its sender sent it.</summary>
    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Each_message_keeps_its_time_and_its_trace(string name)
    {
        var kind = MailboxKinds.Of(name);
        await using var system = Systems.WithIds(kind.Hocon(capacity: 100, TimeSpan.FromMinutes(10)));
        using var metrics = new MetricRecorder(system);
        using var listener = SpanRecorder.ForTrace(ActivityTraceId.CreateRandom());
        var queue = new QueueUnderTest(kind, system, MailboxKind.InstrumentedId);
        var sent = Sent(seed: 1);

        // as many spans as a sender uses in turn, so that of two messages that were mixed up they differ
        var spans = sent.Select(_ => Enumerable.Range(0, 17).Select(_ => Recorded()).ToArray()).ToArray();
        var times = sent.Select(items => new (long Before, long After)[items.Length]).ToArray();
        Activity SpanOf(Item item) => spans[item.Sender][item.Number % spans[item.Sender].Length];
        var senders = sent.Select(items => Task.Run(() =>
        {
            foreach (var item in items)
            {
                Activity.Current = SpanOf(item);
                var before = Stopwatch.GetTimestamp();
                queue.Enqueue(item);
                times[item.Sender][item.Number] = (before, Stopwatch.GetTimestamp());
            }
        })).ToList();

        var received = new List<(Item Item, long EnqueuedAt, object? Trace)>();
        var stall = new Stall(name);
        while (received.Count < Senders * Each)
        {
            if (StampReader.TryTake(queue.Queue, out var message, out var enqueuedAt, out var trace))
            {
                received.Add(((Item)message, enqueuedAt, trace));
            }

            stall.Check(received.Count);
        }

        await Eventually.Within(Task.WhenAll(senders));
        Assert.All(received, found => Assert.InRange(
            found.EnqueuedAt, times[found.Item.Sender][found.Item.Number].Before, times[found.Item.Sender][found.Item.Number].After));
        Assert.All(received, found => Assert.Equal(SpanOf(found.Item).Context, Assert.IsType<SenderContext>(found.Trace, exactMatch: false).Context));
    }

    // in a recorded trace every message is timed
    private static Activity Recorded()
    {
        var span = new Activity("sender") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.Start();
        Activity.Current = null;
        return span;
    }

    private static Item[][] Sent(int seed)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, Senders).Select(sender =>
            Enumerable.Range(0, Each).Select(number => new Item(sender, number, random.Next(Item.Ranks))).ToArray())];
    }

    // The consumer stops with the senders, so that something is left to clean up, or, when they would wait for room, goes on until they are done.
    private static async Task<List<Item>> Exchange(QueueUnderTest queue, Item[][] sent, Random random, bool sendersWait)
    {
        var running = Senders;
        var senders = sent.Select(items => Task.Run(() =>
        {
            foreach (var item in items)
            {
                queue.Enqueue(item);
            }

            Interlocked.Decrement(ref running);
        })).ToList();

        var received = new List<Item>();
        var stall = new Stall("senders that wait for room");
        while (Volatile.Read(ref running) > 0 && (sendersWait || received.Count < Senders * Each / 2))
        {
            if (queue.TryDequeue() is { } item)
            {
                received.Add(item);
            }

            stall.Check(received.Count);
            if (random.Next(50) == 0)
            {
                Thread.Yield();
            }
        }

        await Eventually.Within(Task.WhenAll(senders));
        return received;
    }
}
