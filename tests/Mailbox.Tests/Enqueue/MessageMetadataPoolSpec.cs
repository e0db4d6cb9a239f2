using System.Collections.Concurrent;

namespace AkkaInstrumentation.Tests.Enqueue;

/// <summary>
/// May hold what: a note belongs to its taker, then to the queue, then to the one that dequeued it, until it is returned; a
/// thread's list to the thread; a list on the stack to whoever exchanged the stack away. Who takes the stack takes all
/// of it, so no list is on it twice (no ABA); putting the rest back fails when others have stacked meanwhile, and
/// then the rest is garbage: notes are lost, never handed out twice.
/// </summary>
[Collection(Alone.Name)]
public sealed class MessageMetadataPoolSpec
{
    private const int Threads = 8;

    [Fact]
    public void Metadata_is_given_back_without_its_message()
    {
        var metadata = MessageMetadataPool.Take("message", new WeightedTimestamp(1, SamplingRandom.Always), origin: null);
        Assert.Equal(("message", 1L, (MessageOrigin?)null), (metadata.Message, metadata.Stamp.Ticks, metadata.Origin));

        MessageMetadataPool.Return(metadata);
        Assert.True(metadata is { Message: null or MessageMetadata, Origin: null });
        Assert.Equal(0, metadata.Stamp.Ticks);

        var origin = NonRecordingContext.Own();
        var again = MessageMetadataPool.Take("another", default, origin);
        Assert.Same(metadata, again);
        Assert.Equal(("another", 0L, (MessageOrigin?)origin), (again.Message, again.Stamp.Ticks, again.Origin));
        MessageMetadataPool.Return(again);
    }

    [Fact]
    public async Task Taken_and_returned_by_many_threads_at_once_no_note_has_two_owners()
    {
        var handedOver = new ConcurrentQueue<MessageMetadata>[Threads];
        for (var i = 0; i < Threads; i++)
        {
            handedOver[i] = new();
        }

        var wrong = 0;
        await OnThreads(thread =>
        {
            var random = new Random(thread);
            var mine = new List<(MessageMetadata MessageMetadata, MessageOrigin Tag)>();
            for (var i = 0; i < 300_000; i++)
            {
                MessageOrigin tag = NonRecordingContext.Own();
                var metadata = MessageMetadataPool.Take(tag, new WeightedTimestamp(i + 1, SamplingRandom.Always), tag);
                mine.Add((metadata, tag));
                if (mine.Count > random.Next(1, 200))
                {
                    foreach (var (held, owner) in mine)
                    {
                        // whoever got it as well would have written a tag of their own
                        if (!ReferenceEquals(held.Message, owner) || !ReferenceEquals(held.Origin, owner))
                        {
                            Interlocked.Increment(ref wrong);
                        }

                        handedOver[random.Next(Threads)].Enqueue(held);
                    }

                    mine.Clear();
                }

                // as a receiver does: notes of other threads come back here
                while (handedOver[thread].TryDequeue(out var received))
                {
                    MessageMetadataPool.Return(received);
                }
            }
        });

        Assert.Equal(0, wrong);
    }

    [Fact]
    public async Task Senders_that_only_take_live_on_what_receivers_return()
    {
        var (made, taken) = (new ConcurrentDictionary<MessageMetadata, byte>(ReferenceEqualityComparer.Instance), 0);
        using var sent = new BlockingCollection<MessageMetadata>(1_000);
        var receiver = Task.Factory.StartNew(
            () =>
            {
                foreach (var metadata in sent.GetConsumingEnumerable())
                {
                    MessageMetadataPool.Return(metadata);
                }
            },
            TaskCreationOptions.LongRunning);
        await Task.Factory.StartNew(
            () =>
            {
                for (; taken < 200_000; taken++)
                {
                    var metadata = MessageMetadataPool.Take("message", new WeightedTimestamp(1, SamplingRandom.Always), null);
                    made.TryAdd(metadata, 0);
                    sent.Add(metadata);
                }

                sent.CompleteAdding();
            },
            TaskCreationOptions.LongRunning);
        await Eventually.Within(receiver);

        // with two threads nothing of the stack is ever dropped: at most what is under way, and two lists
        Assert.InRange(made.Count, 1, 1_000 + (64 * 260));
    }

    [Fact]
    public async Task A_million_notes_that_come_back_at_once_are_not_all_kept()
    {
        const int burst = 1_000_000;
        var kept = await Task.Factory.StartNew(
            () =>
            {
                var weak = Burst();
                GC.Collect();
                GC.WaitForPendingFinalizers();
                GC.Collect();
                return weak.Count(metadata => metadata.TryGetTarget(out _));
            },
            TaskCreationOptions.LongRunning);

        // 256 lists of 64 on the stack and one that is being filled
        Assert.InRange(kept, 0, 257 * 64);

        static List<WeakReference<MessageMetadata>> Burst()
        {
            var notes = Enumerable.Range(0, burst).Select(_ => MessageMetadataPool.Take("message", new WeightedTimestamp(1, SamplingRandom.Always), null)).ToList();
            notes.ForEach(MessageMetadataPool.Return);
            return notes.ConvertAll(metadata => new WeakReference<MessageMetadata>(metadata));
        }
    }

    [Fact]
    public async Task Once_there_are_enough_a_message_costs_no_bytes()
    {
        var bytes = await Task.Factory.StartNew(
            () => AllocationMeter.OnThread(() => MessageMetadataPool.Return(MessageMetadataPool.Take("message", new WeightedTimestamp(1, SamplingRandom.Always), null)), expected: 0),
            TaskCreationOptions.LongRunning);

        Assert.Equal(0, bytes);
    }

    private static Task OnThreads(Action<int> action)
    {
        var together = new Barrier(Threads);
        return Eventually.Within(
            Task.WhenAll(Enumerable.Range(0, Threads).Select(i => Task.Factory.StartNew(
                () =>
                {
                    together.SignalAndWait();
                    action(i);
                },
                TaskCreationOptions.LongRunning))),
            TimeSpan.FromSeconds(60));
    }
}
