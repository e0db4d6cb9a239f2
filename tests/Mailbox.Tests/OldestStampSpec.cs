using System.Collections.Concurrent;
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
        var queue = new ConcurrentQueue<StampedEnvelope>();
        for (var i = 0; i < withoutStamp; i++)
        {
            queue.Enqueue(new StampedEnvelope(Message));
        }

        queue.Enqueue(new StampedEnvelope(Message, 5, null));
        queue.Enqueue(new StampedEnvelope(Message, 9, null));

        Assert.Equal(expected, OldestStamp.In(queue));
    }

    [Fact]
    public void Nothing_waits_since_never() => Assert.Equal(0, OldestStamp.In(new ConcurrentQueue<StampedEnvelope>()));
}
