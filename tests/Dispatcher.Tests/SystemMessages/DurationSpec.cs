namespace AkkaInstrumentation.Tests.SystemMessages;

/// <summary>A handler ends before the system messages that follow it.</summary>
public sealed class DurationSpec
{
    private const string Silent = "akka.loglevel = OFF";

    [Fact]
    public async Task Span_and_duration_end_before_PostStop_ends()
    {
        await using var system = Systems.Instrumented($"{Silent}\nakka.instrumentation.rules.kept {{ path = \"/user/**\", last-messages = 4 }}");
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        using var stopping = new Hold();
        var actor = system.ActorOf(Hooked.Props(new() { Handle = (context, _) => context.Stop(context.Self), PostStop = stopping.Pass }));

        actor.Tell("stop", ActorRefs.NoSender);
        await stopping.Entered;

        // PostStop goes on for as long as the test likes
        await Eventually.Equal(1, () => spans.Stopped.Count, TimeSpan.FromSeconds(10));
        var span = Assert.Single(spans.Stopped);
        await Eventually.Equal(1, () => metrics.Of(AkkaMetricNames.ActorProcessDuration).Count, TimeSpan.FromSeconds(10));
        var seconds = Assert.Single(metrics.Values(AkkaMetricNames.ActorProcessDuration));
        var kept = Assert.Single(system.System.GetInsight().LastMessages(actor.Path.ToStringWithoutAddress())!);
        Assert.Equal(AkkaMessageOutcome.Processed, kept.Outcome);
        var duration = span.Duration;
        stopping.Release();

        await Eventually.Equal(0, () => metrics.Sum(AkkaMetricNames.ActorLive, (AkkaSpanAttributes.ActorType, "Hooked")) ?? 0);
        Assert.Equal(duration, span.Duration);
        Assert.Equal([seconds], metrics.Values(AkkaMetricNames.ActorProcessDuration));
        Assert.Equal(duration.TotalSeconds, seconds, tolerance: 1e-4);
    }

    [Fact]
    public async Task A_failed_span_waits_a_second_for_a_busy_supervisor_and_is_then_stopped_without_its_decision()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        using var busy = new Hold();
        var parent = system.ActorOf((context, message) =>
        {
            if (message is "start")
            {
                context.ActorOf(Handler.Fallible).Tell("fail", ActorRefs.NoSender);
                busy.Pass();
            }
        });

        parent.Tell("start", ActorRefs.NoSender);
        await busy.Entered;
        await Eventually.Equal(1, () => spans.Stopped.Count);

        var failed = Assert.Single(spans.Stopped);
        Assert.Equal((ActivityStatusCode.Error, null), (failed.Status, failed.GetTagItem(AkkaSpanAttributes.SupervisionDirective)));
        Assert.True(failed.Duration < TimeSpan.FromSeconds(1));
        busy.Release();

        // the count has the decision
        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.SupervisionDirective, "restart")));
        await spans.WaitForStopped(2);
    }
}
