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
        var stall = new Stall();
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

/// <summary>Ends a loop that waits for senders who never go on: they would wait as long as their push time-out.</summary>
internal struct Stall()
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private long _since = Stopwatch.GetTimestamp();
    private int _progress;

    /// <summary>Fails when <paramref name="progress"/> has not changed for long.</summary>
    public void Check(int progress)
    {
        if (progress != _progress)
        {
            (_progress, _since) = (progress, Stopwatch.GetTimestamp());
        }
        else if (Stopwatch.GetElapsedTime(_since) > Patience)
        {
            Assert.Fail($"The queue is empty and senders still wait for room after {progress} messages.");
        }
    }
}
