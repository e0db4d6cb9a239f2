namespace AkkaInstrumentation.Tests;

/// <summary>What a mailbox that once had many waiting messages keeps.</summary>
[Collection(Alone.Name)]
public class BacklogSpec
{
    private const int Actors = 10;

    // What an idle actor may keep, in bytes.
    private const int Kept = 64_000;

    private static readonly Envelope Message = new(new object(), ActorRefs.Nobody);

    public static TheoryData<string> QueuesWithFront => ["unbounded-deque", "unbounded-priority", "wrapped"];

    [Fact]
    public async Task A_priority_queue_that_is_empty_again_keeps_little()
    {
        const int waiting = 100_000;
        await using var system = Systems.WithIds(MailboxKinds.Of("unbounded-priority").Hocon());
        var owner = system.ActorOf(Echo.Props);
        var queues = new IMessageQueue[Actors];
        AssertGivenBack(i =>
        {
            queues[i] = system.QueueFor(owner);
            for (var added = 0; added < waiting; added++)
            {
                queues[i].Enqueue(owner, Message);
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
        await using var system = Systems.WithIds(MailboxKinds.Of(kind).Hocon());
        var owner = system.ActorOf(Echo.Props);
        var queues = new IMessageQueue[Actors];
        AssertGivenBack(i =>
        {
            queues[i] = system.QueueFor(owner);
            for (var added = 0; added < stashed; added++)
            {
                ((IDequeBasedMessageQueueSemantics)queues[i]).EnqueueFirst(Message);
            }

            Empty(queues[i], stashed);
        });
        GC.KeepAlive(queues);
    }

    /// <summary>The actors do nothing meanwhile. So another thread gives the memory back.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_idle_actor_gives_back_what_its_backlog_needed(bool isStamped)
    {
        const int waiting = 500_000;
        var message = new StampedEnvelope(Message.Message, ActorRefs.Nobody, isStamped ? new(1, SamplingRandom.Always) : default);
        var before = SettledHeap.Bytes();
        var stores = new FifoStore[Actors];
        for (var i = 0; i < Actors; i++)
        {
            stores[i] = new FifoStore();
            for (var added = 0; added < waiting; added++)
            {
                stores[i].TryAdd(message);
            }

            var taken = 0;
            for (; taken < waiting && stores[i].TryTake(out _); taken++)
            {
            }

            Assert.Equal((waiting, 0), (taken, stores[i].Count));
        }

        await Eventually.Passes(() => Assert.InRange((SettledHeap.Bytes() - before) / Actors, double.MinValue, Kept), TimeSpan.FromSeconds(30));
        GC.KeepAlive(stores);
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
