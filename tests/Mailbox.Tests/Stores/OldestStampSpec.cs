using Akka.Actor;

namespace AkkaInstrumentation.Tests;

public class OldestStampSpec
{
    private static readonly Envelope Message = new("message", ActorRefs.NoSender);

    [Theory]
    [InlineData(0, 5)]
    [InlineData(63, 5)]
    [InlineData(64, 0)]
    public void It_is_that_of_the_first_message_with_a_stamp_among_the_first_64(int withoutStamp, long expected)
    {
        var store = new FifoStore();
        for (var i = 0; i < withoutStamp; i++)
        {
            store.TryAdd(new StampedEnvelope(Message));
        }

        store.TryAdd(new StampedEnvelope(Message, 5, null));
        store.TryAdd(new StampedEnvelope(Message, 9, null));

        Assert.Equal(expected, store.OldestEnqueuedAt());
    }

    [Fact]
    public void Nothing_waits_since_never() => Assert.Equal(0, new FifoStore().OldestEnqueuedAt());
}
