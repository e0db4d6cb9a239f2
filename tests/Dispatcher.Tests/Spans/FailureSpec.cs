using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Spans;

/// <summary>A handler that throws: whose failure it is, and whose it is not.</summary>
public class FailureSpec
{
    private const string Silent = "akka.loglevel = OFF";

    private sealed class Boom(string message) : Exception(message);

    [Fact]
    public async Task A_handler_that_throws_gives_its_span_the_error_and_the_next_message_starts_anew()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf((_, message) =>
        {
            if (message is "fail")
            {
                throw new Boom("no stock");
            }
        });

        actor.Tell("fail", ActorRefs.NoSender);
        actor.Tell("next", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal(ActivityStatusCode.Error, stopped[0].Status);
        Assert.Equal("no stock", stopped[0].StatusDescription);
        Assert.Equal(typeof(Boom).FullName, stopped[0].GetTagItem(SpanAttributes.ErrorType));
        Assert.Equal(ActivityStatusCode.Unset, stopped[1].Status);
        Assert.Equal(1, metrics.Sum(MetricNames.Failures, (SpanAttributes.ErrorType, typeof(Boom).FullName)));
        Assert.Equal(1, metrics.Sum(MetricNames.Restarts));
        Assert.Single(metrics.Of(MetricNames.ProcessDuration, (SpanAttributes.ErrorType, typeof(Boom).FullName)));
        Assert.Equal(2, metrics.Of(MetricNames.ProcessDuration).Count);
    }

    [Fact]
    public async Task A_childs_failure_is_the_childs_alone_although_its_parent_escalates_it()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.WithRoot(out var root);
        var parent = system.ActorOf(Props.Create(() => new Escalating()));

        parent.Tell("to the child", ActorRefs.NoSender);
        await spans.WaitForStopped(2);
        root.Stop();

        Assert.Equal(
            $"""
            test
              process FailureSpec.Escalating String
                process Handler String !{typeof(Boom).FullName}
            """,
            spans.Tree());
    }

    [Fact]
    public async Task A_restart_that_fails_again_does_not_change_the_messages_first_cause()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Props.Create(() => new FailsToRestart()));

        actor.Tell("fail", ActorRefs.NoSender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal("handler", span.StatusDescription);
    }

    [Fact]
    public async Task An_actor_that_cannot_start_fails_no_message()
    {
        await using var system = Systems.Instrumented(Silent);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf(Props.Create(() => new FailsToStart()));

        await Eventually.Within(system.System.ActorOf(Watching.Props(actor)).Ask<Terminated>("await", TimeSpan.FromSeconds(20)));

        Assert.Null(metrics.Sum(MetricNames.Failures, (SpanAttributes.ActorType, "FailureSpec.FailsToStart")));
    }

    private sealed class Escalating : UntypedActor
    {
        private IActorRef _child = null!;

        protected override SupervisorStrategy SupervisorStrategy() => new OneForOneStrategy(_ => Directive.Escalate);

        protected override void PreStart() => _child = Context.ActorOf(Handler.Props((_, _) => throw new Boom("child")));

        protected override void OnReceive(object message) => _child.Tell(message, ActorRefs.NoSender);
    }

    private sealed class FailsToRestart : UntypedActor
    {
        protected override void PostRestart(Exception reason) => throw new Boom("restart");

        protected override void OnReceive(object message) => throw new Boom("handler");
    }

    private sealed class FailsToStart : UntypedActor
    {
        protected override void PreStart() => throw new Boom("start");

        protected override void OnReceive(object message)
        {
        }
    }

    private sealed class Watching : UntypedActor
    {
        private readonly IActorRef _watched;
        private IActorRef? _asker;
        private Terminated? _end;

        public Watching(IActorRef watched) => _watched = watched;

        public static Props Props(IActorRef watched) => Akka.Actor.Props.Create(() => new Watching(watched));

        protected override void PreStart() => Context.Watch(_watched);

        protected override void OnReceive(object message)
        {
            if (message is Terminated end)
            {
                _end = end;
            }
            else
            {
                _asker = Sender;
            }

            if (_end is not null)
            {
                _asker?.Tell(_end);
            }
        }
    }
}
