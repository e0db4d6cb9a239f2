namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Message types for which no name is left: they are counted under one, each by its own rules, in the midst of others.</summary>
public sealed class BeyondTheCapSpec
{
    private const int Each = 200;

    private sealed record Named;

    private sealed record Folded;

    private sealed record FoldedToo;

    private sealed record Silent;

    private sealed record Failing;

    [Theory]
    [InlineData("tracing.enabled = off")]
    [InlineData("tracing.sampling.ratio = 0")]
    [InlineData("tracing.sampling.ratio = 0, metrics.distributions = all")]
    [InlineData("tracing.sampling.ratio = 0.5")]
    [InlineData("tracing.sampling.budget = 0.1")]
    public async Task Each_is_counted_once_and_one_that_a_rule_keeps_out_is_not(string settings)
    {
        await using var system = Systems.Instrumented(
            $$"""
            akka.instrumentation {
              {{settings}}
              metrics.max-message-types = 1
              rules.silent { message = "BeyondTheCapSpec.Silent", measure = off }
            }
            """);
        using var spans = SpanRecorder.OfActor(out var name);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf(Counts.Props, name);
        await actor.Ask<int>(new Named(), TimeSpan.FromSeconds(20));
        for (var i = 0; i < Each; i++)
        {
            actor.Tell(new Folded());
            actor.Tell(new Silent());
            actor.Tell(new Named());
            actor.Tell(new FoldedToo());
        }

        Assert.Equal((4 * Each) + 2, await actor.Ask<int>(new Named(), TimeSpan.FromSeconds(20)));
        Assert.Equal(Each + 2, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "BeyondTheCapSpec.Named")));
        Assert.Equal(2 * Each, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "_other")));
    }

    [Fact]
    public async Task What_is_beyond_the_cap_of_one_actor_type_has_its_name_at_another()
    {
        await using var system = Systems.Instrumented("akka.instrumentation { tracing.enabled = off, metrics.max-message-types = 1 }");
        using var metrics = new MetricRecorder(system);
        var one = system.ActorOf(Counts.Props);
        var other = system.ActorOf(Props.Create(() => new CountsToo()));
        await one.Ask<int>(new Named(), TimeSpan.FromSeconds(20));
        for (var i = 0; i < Each; i++)
        {
            one.Tell(new Folded());
            other.Tell(new Folded());
            other.Tell(new FoldedToo());
        }

        await one.Ask<int>(new Named(), TimeSpan.FromSeconds(20));
        await other.Ask<int>(new Named(), TimeSpan.FromSeconds(20));
        Assert.Equal(Each, metrics.Sum(AkkaMetricNames.ActorMessages, Of("Counts"), (AkkaSpanAttributes.MessageType, "_other")));
        Assert.Equal(Each, metrics.Sum(AkkaMetricNames.ActorMessages, Of("CountsToo"), (AkkaSpanAttributes.MessageType, "BeyondTheCapSpec.Folded")));
        Assert.Equal(Each + 1, metrics.Sum(AkkaMetricNames.ActorMessages, Of("CountsToo"), (AkkaSpanAttributes.MessageType, "_other")));

        static (string, object) Of(string type) => (AkkaSpanAttributes.ActorType, $"BeyondTheCapSpec.{type}");
    }

    [Fact]
    public async Task One_that_fails_in_the_midst_of_them_gets_a_span_by_its_own_name()
    {
        await using var system = Systems.Instrumented("akka.instrumentation { tracing.sampling.ratio = 0, metrics.max-message-types = 1 }");
        using var spans = SpanRecorder.OfActor(out var name);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf(Counts.Props, name);
        await actor.Ask<int>(new Named(), TimeSpan.FromSeconds(20));
        actor.TellEach(Each, i => i % 10 == 0 ? new Failing() : new Folded());

        await actor.Ask<int>(new Named(), TimeSpan.FromSeconds(20));
        // fewer than the spans that failures get in a second
        var failed = await spans.WaitForStopped(Each / 10);
        Assert.All(failed, span => Assert.Equal("BeyondTheCapSpec.Failing", span.GetTagItem(AkkaSpanAttributes.MessageType)));
        Assert.Equal(Each / 10, failed.Count);
        Assert.Equal(Each, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "_other")));
        Assert.Equal(Each / 10, metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    private sealed class CountsToo : Counts;

    private class Counts : ReceiveActor
    {
        private int _received;

        public Counts() => ReceiveAny(message =>
        {
            _received++;
            switch (message)
            {
                case Failing:
                    throw new InvalidOperationException("on purpose");
                case Named:
                    Sender.Tell(_received);
                    break;
            }
        });

        public static Props Props { get; } = Props.Create(() => new Counts());
    }
}
