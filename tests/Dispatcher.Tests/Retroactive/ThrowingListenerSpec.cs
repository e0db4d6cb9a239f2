namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>A span that is made retroactively, and a listener that throws when it starts or when the one in whose place it comes stops.</summary>
public class ThrowingListenerSpec
{
    [Fact]
    public async Task A_late_span_whose_start_one_listener_refuses_is_ended_for_those_that_saw_it()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF\nakka.instrumentation.tracing.sampling.ratio = 0");
        using var spans = SpanRecorder.OfActor(out var name);
        using var throwing = Listening.Spans(
            (ref _) => ActivitySamplingResult.None,
            started: span => Fail.If(span.GetTagItem(AkkaSpanAttributes.ActorPath) is string path && path == $"/user/{name}"));
        var found = new ConcurrentQueue<Activity?>();
        var actor = system.ActorOf(
            (_, message) =>
            {
                found.Enqueue(Activity.Current);
                if (message is "fail")
                {
                    throw new TimeoutException("no stock");
                }
            },
            name);

        actor.Tell("fail", ActorRefs.NoSender);
        var span = Assert.Single(await spans.WaitForStopped(1));
        actor.Tell("next", ActorRefs.NoSender);

        await Eventually.Equal(2, () => found.Count);
        Assert.Equal(("error", ActivityStatusCode.Error), (span.GetTagItem(AkkaSpanAttributes.SamplingReason), span.Status));
        Assert.Empty(spans.Open);
        Assert.DoesNotContain(span, found);
    }

    [Fact]
    public async Task A_listener_that_throws_when_the_unrecorded_span_stops_costs_neither_the_count_of_the_failure_nor_its_span()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var path = $"/user/late-{Guid.NewGuid():N}";
        var unrecorded = default(Activity);
        var late = new TaskCompletionSource<Activity>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var metrics = new MetricRecorder(system);
        using var throwing = Listening.Spans(
            (ref options) => options.Tags?.Any(tag => Equals(tag.Value, path)) != true ? ActivitySamplingResult.None
                : options.Tags.Any(tag => tag.Key == AkkaSpanAttributes.SamplingReason) ? ActivitySamplingResult.AllDataAndRecorded
                : ActivitySamplingResult.PropagationData,
            stopped: span =>
            {
                Fail.If(ReferenceEquals(span, unrecorded));

                if (Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath), path))
                {
                    late.TrySetResult(span);
                }
            });
        var actor = system.ActorOf(
            (_, _) =>
            {
                unrecorded = Activity.Current;
                throw new TimeoutException("no stock");
            },
            path["/user/".Length..]);

        actor.Tell("fail", ActorRefs.NoSender);

        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.SupervisionDirective, "restart")));
        Assert.Equal("restart", (await Eventually.Within(late.Task)).GetTagItem(AkkaSpanAttributes.SupervisionDirective));
        Assert.False(unrecorded!.Recorded);
    }
}
