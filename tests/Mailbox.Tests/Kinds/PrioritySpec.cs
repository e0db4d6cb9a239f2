namespace AkkaInstrumentation.Tests;

/// <summary>What a priority mailbox keeps: a generator that throws, and what was taken.</summary>
public class PrioritySpec
{
    private static StampedEnvelope Envelope(object message) => new(new Envelope(message, ActorRefs.Nobody));

    private static List<object> Drain(PriorityStore store)
    {
        var messages = new List<object>();
        while (store.TryTake(out var envelope))
        {
            messages.Add(envelope.Message);
        }

        return messages;
    }

    [Fact]
    public void A_message_that_the_generator_cannot_judge_comes_last()
    {
        var store = new PriorityStore(message => message is int number ? number : throw new InvalidOperationException());
        store.TryAdd(Envelope(2));
        Assert.Throws<InvalidOperationException>(() => store.TryAdd(Envelope("no number")));
        store.TryAdd(Envelope(1));

        Assert.Equal([1, 2, "no number"], Drain(store));
    }

    [Fact]
    public void A_message_keeps_its_time_and_its_origin()
    {
        var store = new PriorityStore(message => (int)message);
        store.TryAdd(new StampedEnvelope(new Envelope(2, ActorRefs.Nobody), 7, NonRecordingContext.WithoutId));
        store.TryAdd(new StampedEnvelope(new Envelope(1, ActorRefs.Nobody), 9, null));

        Assert.True(store.TryTake(out var first));
        Assert.Equal((1, 9, null), (first.Message, first.EnqueuedAt, first.Origin));
        Assert.True(store.TryTake(out var last));
        Assert.Equal((2, 7, NonRecordingContext.WithoutId), (last.Message, last.EnqueuedAt, last.Origin));
    }

    [Fact]
    public void A_message_that_was_taken_is_not_kept()
    {
        var store = new PriorityStore(_ => 0);
        var message = AddAndTake(store);

        GC.Collect();

        Assert.False(message.IsAlive);
        GC.KeepAlive(store);

        static WeakReference AddAndTake(PriorityStore store)
        {
            var message = new object();
            store.TryAdd(Envelope(message));
            store.TryTake(out _);
            return new WeakReference(message);
        }
    }
}
