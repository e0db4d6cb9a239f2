namespace AkkaInstrumentation.Tests.Run;

/// <summary>Listeners that are not there, come, go and throw.</summary>
[Collection(Alone.Name)]
public class ListenerSpec
{
    [Fact]
    public async Task Nobody_listens_and_nothing_is_noticed()
    {
        await using var system = Systems.Instrumented();
        var seen = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf((_, _) => seen.SetResult(Activity.Current));

        using var sender = new Activity("sender").Start();
        actor.Tell("message", ActorRefs.NoSender);

        Assert.Null(await Eventually.Within(seen.Task));
        Assert.Same(sender, Activity.Current);
        using var metrics = new MetricRecorder(system);
        Assert.Equal(0, metrics.Sum(AkkaMetricNames.ActorMessages) ?? 0);
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorLive));
    }

    [Fact]
    public async Task One_that_listens_to_answers_alone_hears_those_that_say_that_something_failed()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system.Name, name => name == AkkaMetricNames.ActorErrorReplies);
        var answering = system.ActorOf((context, _) => context.Sender.Tell(new Status.Failure(new TimeoutException()), context.Self));
        var asking = system.ActorOf((_, _) => { });

        // one of sixteen runs of a thread looks who listens to what is rare
        await Eventually.Passes(() =>
        {
            answering.Tell(1, asking);
            Assert.NotNull(metrics.Sum(AkkaMetricNames.ActorErrorReplies));
        });
    }

    [Fact]
    public async Task One_that_joins_in_the_middle_of_a_run_sees_the_mailbox_from_the_next_run_on()
    {
        await using var system = Systems.Instrumented();
        using var hold = new Hold();
        var actor = system.ActorOf((context, message) =>
        {
            if (message is "answer")
            {
                context.Sender.Tell("answered");
            }
        });
        actor.Tell(hold, ActorRefs.NoSender);
        actor.Tell("waits unstamped", ActorRefs.NoSender);
        await hold.Entered;

        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        hold.Release();
        var asked = 0;
        do
        {
            await actor.Ask<string>("answer", TimeSpan.FromSeconds(20));
            asked++;
        }
        while ((metrics.Sum(AkkaMetricNames.ActorMessages) ?? 0) == 0 && asked < 1_000_000);

        Assert.InRange(metrics.Sum(AkkaMetricNames.ActorMessages) ?? 0, 1, asked);
        await Eventually.Equal(metrics.Sum(AkkaMetricNames.ActorMessages), () => metrics.Of(AkkaMetricNames.MailboxWaitDuration).Count);
        Assert.All(spans.Stopped, span => Assert.Equal("String", span.GetTagItem(AkkaSpanAttributes.MessageType)));
        await Eventually.True(() => spans.Open.All(span => span.DisplayName == "test"), spans.Dump);
    }

    [Theory]
    [InlineData(AkkaMetricNames.DispatcherWaitDuration)]
    [InlineData(AkkaMetricNames.DispatcherBatchSize)]
    public async Task One_that_wants_a_single_seldom_metric_is_noticed_by_one_of_the_next_runs(string metric)
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf(Echo.Props);
        await actor.Ask<string>("nobody listens", TimeSpan.FromSeconds(20));
        using var metrics = new MetricRecorder(system.Name, name => name == metric);

        await Eventually.True(async () =>
        {
            await actor.Ask<string>("one listens", TimeSpan.FromSeconds(20));
            return metrics.Of(metric).Count > 0;
        });
    }

    [Fact]
    public void One_that_wanted_a_single_seldom_metric_and_leaves_is_noticed_at_once()
    {
        using (new MetricRecorder(system: null, name => name == AkkaMetricNames.DispatcherWaitDuration))
        {
            Assert.True(SpinWait.SpinUntil(() => Instruments.IsListeningToRuns, TimeSpan.FromSeconds(20)));
        }

        Assert.False(Instruments.IsListeningToRuns);
    }

    [Fact]
    public async Task One_that_leaves_while_a_handler_awaits_leaves_no_span_open()
    {
        await using var system = Systems.Instrumented();
        using var hold = new Hold();
        var span = default(Activity);
        var awaiting = AsyncHandler.Props(async (context, message) =>
        {
            if (message is "wait")
            {
                span = Activity.Current;
                await hold.PassAsync();
            }
            else
            {
                context.Sender.Tell(Activity.Current is { IsAllDataRequested: true } current ? current.DisplayName : "none");
            }
        });

        IActorRef actor;
        using (SpanRecorder.WithRoot(out var root))
        {
            actor = system.ActorOf(awaiting);
            actor.Tell("wait", ActorRefs.NoSender);
            await hold.Entered;
            root.Stop();
        }

        Assert.NotNull(span);
        Assert.False(span.IsStopped);
        hold.Release();
        Assert.Equal("none", await actor.Ask<string>("next", TimeSpan.FromSeconds(20)));
        Assert.True(span.IsStopped);
    }
}
