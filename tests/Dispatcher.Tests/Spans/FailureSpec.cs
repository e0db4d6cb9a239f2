namespace AkkaInstrumentation.Tests.Spans;

/// <summary>A handler that throws: whose failure it is, and whose it is not.</summary>
public class FailureSpec
{
    private const string Silent = "akka.loglevel = OFF";

    private sealed class Boom(string message) : Exception(message);

    [Fact]
    public async Task An_exception_of_the_type_of_a_failed_restart_counts_as_a_failure_of_the_handler_that_throws_it()
    {
        await using var system = Systems.Instrumented(Silent);
        var name = $"failure-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{name}/");
        using var metrics = new MetricRecorder(system);
        var parent = system.ActorOf(Restarting(Handler.Props((context, message) =>
        {
            if (message is "fail")
            {
                throw new PostRestartException(context.Self, new Boom("inner"), new Boom("original"));
            }
        })), name);
        var actor = await parent.Ask<IActorRef>("child", TimeSpan.FromSeconds(20));

        actor.Tell("fail", ActorRefs.NoSender);
        actor.Tell("next", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal([ActivityStatusCode.Error, ActivityStatusCode.Unset], stopped.OrderBy(span => span.StartTimeUtc).Select(span => span.Status));
        var failed = stopped.Single(span => span.Status == ActivityStatusCode.Error);
        Assert.Equal("Handler/String", failed.DisplayName);
        Assert.Equal(typeof(PostRestartException).FullName, failed.GetTagItem(AkkaSpanAttributes.ErrorType));
        await Eventually.Equal(1, () =>
            metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ErrorType, typeof(PostRestartException).FullName)));
    }

    [Fact]
    public async Task A_restart_that_fails_after_such_a_message_counts_as_a_failed_restart()
    {
        await using var system = Systems.Instrumented(Silent);
        var name = $"failure-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{name}/");
        var parent = system.ActorOf(
            Restarting(Hooked.Props(new()
            {
                Handle = (context, _) => throw new PostRestartException(context.Self, new Boom("inner"), new Boom("original")),
                PostRestart = () => throw new Boom("restart"),
            })),
            name);
        var actor = await parent.Ask<IActorRef>("child", TimeSpan.FromSeconds(20));

        actor.Tell("fail", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal(
            [$"Hooked/String {typeof(PostRestartException).FullName}", $"restart Hooked {typeof(Boom).FullName}"],
            stopped.Select(span => $"{span.DisplayName} {span.GetTagItem(AkkaSpanAttributes.ErrorType)}").Order(StringComparer.Ordinal));
    }

    /// <summary>As under a supervisor on another node: what the child reports to it passes no dispatcher of ours.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Under_a_supervisor_that_is_not_seen_a_handler_that_throws_has_failed_of_an_unknown_cause(bool awaits)
    {
        await using var system = Systems.WithIds(Silent);
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        var child = AsyncHandler.Props(async (_, message) =>
        {
            if (awaits)
            {
                await Task.Yield();
            }

            if (message is "fail")
            {
                throw new Boom("not seen");
            }
        }).WithDispatcher(AkkaInstrumentationConfig.DispatcherId).WithMailbox(AkkaInstrumentationConfig.UnboundedMailboxId);

        // no answer before the failure is over here, as over a network
        using var answers = new SemaphoreSlim(0);
        var parent = system.ActorOf(Supervising.Props(
            new OneForOneStrategy(_ =>
            {
                answers.Wait(TimeSpan.FromSeconds(20));
                return Directive.Restart;
            }),
            child));
        var actor = await parent.Ask<IActorRef>("child", TimeSpan.FromSeconds(20));

        for (var i = 1; i <= 3; i++)
        {
            actor.Tell("fail", ActorRefs.NoSender);
            actor.Tell("next", ActorRefs.NoSender);
            var failed = (await spans.WaitForStopped((2 * i) - 1))[^1];
            Assert.Equal((ActivityStatusCode.Error, "_OTHER"), (failed.Status, failed.GetTagItem(AkkaSpanAttributes.ErrorType)));
            answers.Release();
            Assert.Equal(ActivityStatusCode.Unset, (await spans.WaitForStopped(2 * i))[^1].Status);
        }

        // in a run for a system message the message that failed is still the current one: it is counted once
        actor.Tell("fail", ActorRefs.NoSender);
        await spans.WaitForStopped(7);
        var end = actor.WatchAsync();
        system.System.Stop(actor);
        answers.Release();
        await Eventually.Within(end);
        await Eventually.Equal(4, () => metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ErrorType, "_OTHER")));
        Assert.Equal(4, metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    // Akka's own strategy stops what throws a PostRestartException.
    private static Props Restarting(Props child) =>
        Supervising.Props(new OneForOneStrategy(1, TimeSpan.FromMinutes(1), _ => Directive.Restart), child);
}
