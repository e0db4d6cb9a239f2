namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>A sender whose path cannot be asked for: its messages are handled and traced like others, without that attribute.</summary>
public class SenderSpec
{
    [Theory]
    [InlineData("tracing.sampling.ratio = 0, tracing.retroactive.slow-work = 30ms", "slow")]
    [InlineData("tracing.sampling.ratio = 0", "fail")]
    [InlineData("tracing.sampling.ratio = 1", "fail")]
    public async Task One_whose_path_throws_costs_neither_a_message_nor_a_span(string settings, string message)
    {
        await using var system = Systems.Instrumented($"akka.loglevel = OFF, akka.instrumentation {{ {settings} }}");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(
            Handler.Props((context, text) =>
            {
                switch (text)
                {
                    case "fail":
                        throw new InvalidOperationException("on purpose");
                    case "slow":
                        Thread.Sleep(100);
                        break;
                    case "ask":
                        context.Sender.Tell("answer");
                        break;
                }
            }),
            name);

        await actor.Ask<string>("ask", TimeSpan.FromSeconds(20));
        actor.Tell(message, new Pathless());
        Assert.Equal("answer", await actor.Ask<string>("ask", TimeSpan.FromSeconds(20)));
        actor.Tell(message, ActorRefs.NoSender);
        Assert.Equal("answer", await actor.Ask<string>("ask", TimeSpan.FromSeconds(20)));

        // asks have a sender with a path
        await Eventually.Equal(2, () => spans.Stopped.Count(span => span.GetTagItem(AkkaSpanAttributes.SenderPath) is null));
    }
}
