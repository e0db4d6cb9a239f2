namespace AkkaInstrumentation.Tests;

/// <summary>A store whose messages are in several rings.</summary>
public sealed class FifoStoreSpec
{
    [Fact]
    public void A_look_finds_what_waits_from_the_oldest_on_whichever_ring_it_is_in()
    {
        var store = new FifoStore();
        for (var i = 0; i < 100; i++)
        {
            Assert.True(store.TryAdd(Message(i)));
        }

        var found = new StampedEnvelope[64];
        foreach (var left in new[] { 95, 64, 3, 0 })
        {
            while (store.Count > left)
            {
                Assert.True(store.TryTake(out _));
            }

            var count = store.Look(found);
            Assert.Equal(Enumerable.Range(100 - left, Math.Min(64, left)), found.Take(count).Select(waiting => (int)waiting.Message));
        }
    }

    /// <summary>Times lie beside the ring, 4,096 in each part. Two messages in one place would have one time.</summary>
    [Fact]
    public void Each_message_of_a_backlog_of_many_parts_has_its_own_time()
    {
        const int Waiting = 30_000;
        var store = new FifoStore();
        for (var i = 0; i < Waiting; i++)
        {
            Assert.True(store.TryAdd(Message(i)));
        }

        var wrong = 0;
        for (var i = 0; i < Waiting && store.TryTake(out var taken); i++)
        {
            wrong += i.Equals(taken.Message) && taken.EnqueuedAt == i + 1 ? 0 : 1;
        }

        Assert.Equal((0, 0), (wrong, store.Count));
    }

    private static StampedEnvelope Message(int number) => new(new Envelope(number, ActorRefs.Nobody), number + 1, origin: null);
}
