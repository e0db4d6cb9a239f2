namespace AkkaInstrumentation.Tests;

/// <summary>A listener throws at each instrument in turn, while two nodes send to each other and ask each other.</summary>
public sealed class ThrowingInstrumentsSpec
{
    private const int Each = 50;

    public static TheoryData<string> Throwers =>
    [
        AkkaMetricNames.RemoteMessageSize, AkkaMetricNames.RemoteSerializationDuration, AkkaMetricNames.AskDuration,
        AkkaMetricNames.MailboxWaitDuration, ThrowingListener.Sampler, ThrowingListener.Start, ThrowingListener.End, ThrowingListener.Everything,
    ];

    [Theory]
    [MemberData(nameof(Throwers))]
    public async Task Each_message_arrives_once_and_each_question_has_its_answer(string thrower)
    {
        await using var nodes = Node.Two(
            out var here,
            out var there,
            "akka.instrumentation { metrics.distributions = all, tracing { sampling.ratio = 1, send-spans = on } }");
        using var listener = new ThrowingListener(here.Test.Name, thrower);
        var got = new ConcurrentQueue<int>();
        there.ActorOf((_, message) => got.Enqueue((int)message), "end");
        there.Test.ActorOf(Echo.Props, "echo");
        var (end, echo) = (await here.Find(there, "end"), await here.Find(there, "echo"));

        // a handler sends and asks: its span has a child for each message that leaves
        var asks = here.Test.ActorOf((_, message) => end.Tell(message, ActorRefs.NoSender));
        for (var i = 0; i < Each; i++)
        {
            asks.Tell(i, ActorRefs.NoSender);
            Assert.Equal(i, await echo.Ask<int>(i, TimeSpan.FromSeconds(60)));
        }

        await Eventually.Equal(Each, () => got.Count);
        Assert.Equal(Enumerable.Range(0, Each), got);
        await Eventually.True(() =>
        {
            listener.Collect();
            return listener.Thrown > 0;
        });
    }
}
