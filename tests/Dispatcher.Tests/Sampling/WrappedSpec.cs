namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>A mailbox whose messages nobody can stamp: the receiver throws the coin.</summary>
public sealed class WrappedSpec
{
    private const string Mailbox =
        """
        mine {
          mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox"
          inner = "Akka.Dispatch.UnboundedMailbox, Akka"
        }

        """;

    [Theory]
    [InlineData(0)]
    [InlineData(0.25)]
    [InlineData(1)]
    public async Task The_ratio_holds_with_and_without_metrics(double ratio)
    {
        foreach (var metrics in (bool[])[false, true])
        {
            const int messages = 4_000;
            await using var system = Systems.Instrumented(FormattableString.Invariant(
                $"{Mailbox}akka.instrumentation.tracing.sampling.ratio = {ratio}"));
            using var listener = metrics ? new MetricRecorder(system) : null;
            var seen = new ConcurrentQueue<Activity?>();
            using var spans = SpanRecorder.OfActor(out var actorName);
            var actor = system.ActorOf(Handler.Props((_, _) => seen.Enqueue(Activity.Current)).WithMailbox("mine"), actorName);

            actor.TellNumbers(messages);

            await Eventually.Equal(messages, () => seen.Count);
            var traced = seen.Count(activity => activity is { Recorded: true });
            var slack = 6 * Math.Sqrt(messages * ratio * (1 - ratio));
            Assert.InRange(traced, (messages * ratio) - slack, (messages * ratio) + slack);
            Assert.All(seen, activity => Assert.True(activity is null or { Recorded: true } or NonRecordingActivity));
            await spans.WaitForStopped(traced);
            if (listener is not null)
            {
                await Eventually.Equal(messages, () => listener.Sum(AkkaMetricNames.ActorMessages));
            }
        }
    }

    [Fact]
    public async Task Its_distributions_are_decimated_too()
    {
        const int messages = 100_000;
        await using var system = Systems.Instrumented($"{Mailbox}akka.instrumentation.metrics.distributions-rate = 10");
        using var metrics = new MetricRecorder(system);
        var handled = 0;
        var actor = system.ActorOf(Handler.Props((_, _) => Interlocked.Increment(ref handled)).WithMailbox("mine"));

        actor.TellNumbers(messages);

        await Eventually.Equal(messages, () => Volatile.Read(ref handled));
        await Eventually.Equal(messages, () => metrics.Sum(AkkaMetricNames.ActorMessages));
        Assert.InRange(metrics.Values(AkkaMetricNames.ActorProcessDuration).Count, 10, messages / 10);
        Assert.Empty(metrics.Values(AkkaMetricNames.MailboxWaitDuration));
    }

    [Fact]
    public async Task A_budget_holds()
    {
        await using var system = Systems.Instrumented(
            $"{Mailbox}akka.instrumentation.tracing.sampling {{ budget = 0.1, unsampled-trace-ids = always }}");
        var seen = new ConcurrentQueue<Activity?>();
        using var spans = SpanRecorder.OfActor(out var actorName);
        var actor = system.ActorOf(Handler.Props((_, _) => seen.Enqueue(Activity.Current)).WithMailbox("mine"), actorName);

        actor.TellNumbers(100);

        await Eventually.Equal(100, () => seen.Count);
        await spans.WaitForStopped(1);
        Assert.All(seen.Skip(1), activity => Assert.IsType<NonRecordingActivity>(activity));
    }
}
