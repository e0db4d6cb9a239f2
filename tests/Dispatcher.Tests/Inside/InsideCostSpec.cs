namespace AkkaInstrumentation.Tests.Inside;

/// <summary>What a handler's questions about its own message allocate when there is no answer.</summary>
[Collection(Alone.Name)]
public sealed class InsideCostSpec
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Nothing_is_allocated_for_a_message_that_is_not_recorded(bool listens)
    {
        using var spans = listens ? SpanRecorder.Everything() : null;
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.sampling.ratio = 0");
        var actor = system.ActorOf((context, _) => context.Sender.Tell(AllocationMeter.OnThread(
            () =>
            {
                AkkaCurrentMessage.Span?.SetTag("order.id", 7);
                using (AkkaCurrentMessage.StartSpan("part"))
                {
                    if (AkkaCurrentMessage.WaitTime > TimeSpan.FromDays(1))
                    {
                        throw new TimeoutException();
                    }
                }
            },
            expected: 0)));

        Assert.Equal(0.0, await actor.Ask<double>("message", TimeSpan.FromSeconds(60)));
        Assert.Empty(spans?.Started ?? []);
    }

    [Fact]
    public async Task Nor_is_anything_to_find_the_span_of_a_recorded_one()
    {
        using var spans = SpanRecorder.Everything();
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf((context, _) => context.Sender.Tell(AllocationMeter.OnThread(
            () =>
            {
                if (AkkaCurrentMessage.Span is null || AkkaCurrentMessage.WaitTime is null)
                {
                    throw new InvalidOperationException("no span");
                }
            },
            expected: 0)));

        Assert.Equal(0.0, await actor.Ask<double>("message", TimeSpan.FromSeconds(60)));
    }
}
