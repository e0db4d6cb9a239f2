using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>What a mailbox that once had many waiting messages keeps, and what a sender pays at one moment while they gather.</summary>
[Collection(Alone.Name)]
public class BacklogSpec
{
    private const int Waiting = 500_000;
    private const int Actors = 10;

    // What an idle actor may keep, in bytes, and what one send may allocate.
    private const int Kept = 64_000;
    private const int AtOnce = 21_000;

    private static readonly StampedEnvelope Plain = new(new object(), ActorRefs.Nobody);
    private static readonly StampedEnvelope Stamped = new(new object(), ActorRefs.Nobody, new(1, SamplingRandom.Always));

    public static TheoryData<string> Queues => ["unbounded", "bounded", "priority"];

    public static TheoryData<string> QueuesWithFront => ["unbounded-deque", "priority", "wrapped"];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Ten_stores_that_held_half_a_million_messages_each_give_the_memory_back(bool stamped)
    {
        var message = stamped ? Stamped : Plain;
        var stores = new FifoStore[Actors];
        AssertGivenBack(i =>
        {
            stores[i] = new FifoStore();
            for (var added = 0; added < Waiting; added++)
            {
                stores[i].TryAdd(message);
            }

            Assert.Equal(Waiting, stores[i].Count);
            while (stores[i].TryTake(out _))
            {
            }
        });
        Assert.All(stores, store => Assert.Equal(0, store.Count));
    }

    [Theory]
    [MemberData(nameof(Queues))]
    public async Task A_queue_that_is_empty_again_keeps_little(string kind)
    {
        const int waiting = QueueKind.Capacity;
        await using var system = Systems.WithIds();
        var (owner, instrumentation) = (system.ActorOf(Echo.Props), AkkaInstrumentationExtension.For(system.System));
        var queues = new IMessageQueue[Actors];
        AssertGivenBack(i =>
        {
            queues[i] = QueueKind.Of(kind).Instrumented(instrumentation, owner);
            for (var added = 0; added < waiting; added++)
            {
                queues[i].Enqueue(owner, Plain.Open());
            }

            Empty(queues[i], waiting);
        });
        GC.KeepAlive(queues);
    }

    [Theory]
    [MemberData(nameof(QueuesWithFront))]
    public async Task A_queue_that_got_a_long_stash_back_keeps_little(string kind)
    {
        const int stashed = 100_000;
        await using var system = Systems.WithIds();
        var (owner, instrumentation) = (system.ActorOf(Echo.Props), AkkaInstrumentationExtension.For(system.System));
        var queues = new IMessageQueue[Actors];
        AssertGivenBack(i =>
        {
            queues[i] = QueueKind.Of(kind).Instrumented(instrumentation, owner);
            for (var added = 0; added < stashed; added++)
            {
                ((IDequeBasedMessageQueueSemantics)queues[i]).EnqueueFirst(Plain.Open());
            }

            Empty(queues[i], stashed);
        });
        GC.KeepAlive(queues);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void No_send_clears_more_than_a_little_memory_at_once(bool firstStampIsLate)
    {
        var store = new FifoStore();
        var most = 0L;
        for (var added = 0; added < Waiting; added++)
        {
            var message = !firstStampIsLate || added == Waiting - 1 ? Stamped : Plain;
            var before = GC.GetAllocatedBytesForCurrentThread();
            store.TryAdd(message);
            most = Math.Max(most, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.InRange(most, 1, AtOnce);
    }

    /// <summary>Its places are used again: a place has 16 bytes, and 40 with a stamp.</summary>
    [Fact]
    public void A_long_backlog_that_stays_as_long_allocates_less_than_a_byte_for_each_message()
    {
        const int passing = 100_000;
        var store = new FifoStore();
        for (var added = 0; added < 5_000; added++)
        {
            store.TryAdd(Stamped);
        }

        var bytes = AllocationMeter.OnThread(
            () =>
            {
                store.TryAdd(Stamped);
                store.TryTake(out _);
            },
            expected: 1,
            operations: passing);

        Assert.InRange(bytes, 0, 1);
        Assert.Equal(5_000, store.Count);
    }

    private static void Empty(IMessageQueue queue, int messages)
    {
        for (; queue.TryDequeue(out _); messages--)
        {
        }

        Assert.Equal((0, 0), (messages, queue.Count));
    }

    private static void AssertGivenBack(Action<int> use)
    {
        // what the first one makes once for the process, or the system, does not count
        use(0);
        var before = SettledHeap.Bytes();
        for (var i = 0; i < Actors; i++)
        {
            use(i);
        }

        Assert.InRange((SettledHeap.Bytes() - before) / Actors, double.MinValue, Kept);
    }
}
