namespace AkkaInstrumentation.Tests;

/// <summary>Baggage that a handler sets is nobody else's, and be it the first that there ever is in the process.</summary>
[Collection(Alone.Name)]
public sealed class FirstBaggageSpec
{
    [Theory]
    [InlineData("0")]
    [InlineData("1")]
    public async Task What_a_handler_leaves_is_not_in_the_messages_that_follow_nor_in_what_they_send(string ratio)
    {
        OpenTelemetryBaggage.Connect();
        await using var system = Systems.Instrumented($"akka.instrumentation.tracing.sampling.ratio = {ratio}");
        using var spans = SpanRecorder.UnderPath("/user/");
        using var hold = new Hold();
        Activity.Current = null;
        var seen = new ConcurrentQueue<int>();
        var next = system.ActorOf((_, _) => seen.Enqueue(Baggage.Current.Count));
        var actor = system.ActorOf((_, message) =>
        {
            if (message is "first")
            {
                hold.Pass();
                Baggage.SetBaggage("user", "first");
                return;
            }

            seen.Enqueue(Baggage.Current.Count);
            next.Tell(message, ActorRefs.NoSender);
        });

        actor.Tell("first", ActorRefs.NoSender);
        await hold.Entered;
        actor.TellNumbers(200);

        hold.Release();
        await Eventually.Equal(400, () => seen.Count);
        Assert.All(seen, count => Assert.Equal(0, count));
    }
}
