using System.Diagnostics;
using Akka.Actor;

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

        actor.Tell("message", ActorRefs.NoSender);

        Assert.Null(await Eventually.Within(seen.Task));
        using var metrics = new MetricRecorder(system);
        Assert.Equal(0, metrics.Sum(AkkaMetricNames.ActorMessages) ?? 0);
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorLive));
    }

    [Fact]
    public async Task One_that_joins_in_the_middle_of_a_run_sees_the_mailbox_from_the_next_run_on()
    {
        await using var system = Systems.Instrumented();
        using var hold = new Hold();
        var actor = system.ActorOf((context, message) =>
        {
            (message as Hold)?.Pass();
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
        Assert.Equal(metrics.Sum(AkkaMetricNames.ActorMessages), metrics.Of(AkkaMetricNames.MailboxWaitDuration).Count);
        Assert.All(spans.Stopped, span => Assert.Equal("String", span.GetTagItem(AkkaSpanAttributes.MessageType)));
        await Eventually.True(() => spans.Open.All(span => span.DisplayName == "test"), spans.Dump);
    }

    [Fact]
    public async Task One_that_leaves_while_a_handler_awaits_leaves_no_span_open()
    {
        await using var system = Systems.Instrumented();
        var go = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var entered = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var awaiting = AsyncHandler.Props(async (context, message) =>
        {
            if (message is "wait")
            {
                entered.SetResult(Activity.Current);
                await go.Task;
            }
            else
            {
                context.Sender.Tell(Activity.Current is { IsAllDataRequested: true } current ? current.DisplayName : "none");
            }
        });

        IActorRef actor;
        Activity? span;
        using (SpanRecorder.WithRoot(out var root))
        {
            actor = system.ActorOf(awaiting);
            actor.Tell("wait", ActorRefs.NoSender);
            span = await entered.Task;
            root.Stop();
        }

        Assert.NotNull(span);
        Assert.False(span.IsStopped);
        go.SetResult();
        Assert.Equal("none", await actor.Ask<string>("next", TimeSpan.FromSeconds(20)));
        Assert.True(span.IsStopped);
    }

    [Theory]
    [InlineData("sampling")]
    [InlineData("starting")]
    [InlineData("stopping")]
    [InlineData("measuring")]
    public async Task One_that_throws_costs_no_message_and_the_next_message_is_traced_again(string where)
    {
        await using var system = Systems.Instrumented();
        var handled = 0;
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf((context, message) =>
        {
            handled++;
            context.Sender.Tell(message);
        });
        void Throw() => throw new InvalidOperationException(where);
        spans.Sampling = where == "sampling" ? Throw : null;
        spans.OnStarted = where == "starting" ? _ => Throw() : null;
        spans.OnStopped = where == "stopping" ? _ => Throw() : null;
        metrics.OnRecorded = where == "measuring" ? _ => Throw() : null;

        for (var i = 0; i < 3; i++)
        {
            Assert.Equal(i, await actor.Ask<int>(i, TimeSpan.FromSeconds(20)));
        }

        Assert.Equal(3, handled);
        Assert.Equal(3, metrics.Sum(AkkaMetricNames.ActorMessages));
        spans.Sampling = null;
        spans.OnStarted = spans.OnStopped = null;
        metrics.OnRecorded = null;
        var before = spans.Stopped.Count;

        Assert.Equal(4, await actor.Ask<int>(4, TimeSpan.FromSeconds(20)));

        await Eventually.True(() => spans.Stopped.Count > before, spans.Dump);
    }
}
