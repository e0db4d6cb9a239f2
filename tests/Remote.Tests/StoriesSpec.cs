namespace AkkaInstrumentation.Tests;

/// <summary>Messages that do not go straight from one handler to the next stay where they belong, across nodes too.</summary>
public sealed class StoriesSpec
{
    private const string Scheduler = "akka.scheduler.implementation = \"AkkaInstrumentation.InstrumentedScheduler, AkkaInstrumentation.Dispatcher\"";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_message_that_a_handler_schedules_begins_a_trace_there_and_has_a_link_where_the_scheduler_is_instrumented(bool links)
    {
        await using var nodes = Node.Two(out var here, out var there, links ? Scheduler : "", "");
        var name = $"end-{Guid.NewGuid():N}";
        var end = here.At(there, name);
        using var spans = SpanRecorder.UnderPath($"/user/{name}");
        there.ActorOf((_, _) => { }, name);
        var front = here.ActorOf(
            (context, _) => context.System.Scheduler.ScheduleTellOnce(TimeSpan.FromMilliseconds(1), end, "later", context.Self),
            "front");
        await here.Meet(there);

        using var recorder = SpanRecorder.WithRoot(out var root);
        front.Tell("schedule");
        root.Dispose();
        var scheduledIn = Assert.Single(await recorder.WaitForStopped(2), span => span != root);
        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.NotEqual(root.TraceId, span.TraceId);
        Assert.Equal(default, span.ParentSpanId);
        Assert.Equal(
            links ? [(scheduledIn.TraceId, scheduledIn.SpanId)] : [],
            span.Links.Select(link => (link.Context.TraceId, link.Context.SpanId)));
    }

    [Fact]
    public async Task A_message_that_a_handler_schedules_goes_on_with_the_trace_at_a_node_whose_rule_says_so()
    {
        await using var nodes = Node.Two(out var here, out var there, Scheduler,
            "akka.instrumentation.rules.mine { message = String, relation = parent }");
        there.ActorOf((_, _) => { }, "end");
        var end = here.At(there, "end");
        var front = here.ActorOf((context, _) => context.System.Scheduler.ScheduleTellOnce(TimeSpan.FromMilliseconds(1), end, "later", context.Self),
            "front");
        await here.Meet(there);

        using var recorder = SpanRecorder.WithRoot(out var root);
        front.Tell("schedule");
        root.Dispose();
        var spans = (await recorder.WaitForStopped(3)).Where(span => span != root).ToList();
        Assert.Equal([root.SpanId, spans[0].SpanId], spans.Select(span => span.ParentSpanId));
    }

    [Fact]
    public async Task A_message_that_is_scheduled_in_an_unsampled_trace_begins_none_there()
    {
        await using var nodes = Node.Two(out var here, out var there, Scheduler, "akka.instrumentation.tracing.sampling.ratio = 0");
        var got = new TaskCompletionSource<Activity?>();
        there.ActorOf((_, _) => got.TrySetResult(Activity.Current), "end");
        await here.Meet(there);
        using var recorder = SpanRecorder.WithRoot(out var root);
        root.Dispose();
        using var unsampled = Unsampled.Activity("unsampled").Start();
        here.System.Scheduler.ScheduleTellOnce(TimeSpan.FromMilliseconds(1), here.At(there, "end"), "later", ActorRefs.NoSender);
        unsampled.Stop();
        Assert.Equal((unsampled.TraceId, false), (await Eventually.Within(got.Task) is { } current ? (current.TraceId, current.Recorded) : default));
    }

    [Fact]
    public async Task A_message_that_is_stashed_at_the_other_node_keeps_its_trace()
    {
        await using var nodes = Node.Two(out var here, out var there);
        there.Test.ActorOf(Props.Create(() => new StashesOnce()), "stashing");
        await here.Meet(there);
        using var recorder = SpanRecorder.WithRoot(out var root);
        here.At(there, "stashing").Tell("wait");
        root.Dispose();
        var spans = (await recorder.WaitForStopped(3)).Where(span => span != root).ToList();
        Assert.All(spans, span => Assert.Equal((root.TraceId, root.SpanId), (span.TraceId, span.ParentSpanId)));
        Assert.Equal([null, 1L], spans.Select(span => span.GetTagItem(AkkaSpanAttributes.StashCount)));
        Assert.Equal(spans[0].Context.SpanId, Assert.Single(spans[1].Links).Context.SpanId);
    }

    [Fact]
    public async Task A_tracked_flow_reports_what_it_has_sent_to_another_node_and_goes_on_there()
    {
        await using var nodes = Node.Two(out var here, out var there);
        there.ActorOf((_, _) => { }, "end");
        var end = here.At(there, "end");
        var front = here.ActorOf((_, message) => end.Tell(message), "front");
        await here.Meet(there);

        var flow = await here.System.TrackAsync(async tracking =>
        {
            front.Tell("hello");
            await tracking.WaitUntilAsync(flow => flow.MessagesAt("/user/end").Count == 1);
        });

        Assert.Equal(("String", there.Address, flow.MessageAt("/user/front")), flow.SentToNodes.Select(sent => (sent.MessageType, sent.Node, sent.Cause))
            .Single());
        Assert.Same(flow.MessageAt("/user/front"), flow.ShouldBeOneTrace().ShouldHaveNoOrphans().MessageAt("/user/end").Cause);
    }
}
