using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>What holds for an actor on the default dispatcher holds on every kind of dispatcher that Akka can configure.</summary>
public class EveryKindSpec
{
    public static TheoryData<string> Names => Kind.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Each_message_has_one_span_with_the_right_parent(string kind)
    {
        await using var system = Systems.Instrumented(Kind.Hocon(kind));
        var name = $"kind-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{name}");
        var actor = Kind.ActorOn(system, Echo.Props, name);

        using var sender = new Activity("sender") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.Start();
        actor.Tell("child", ActorRefs.NoSender);
        Activity.Current = null;
        actor.Tell("root", ActorRefs.NoSender);
        Activity.Current = sender;
        actor.Tell("child", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(3);
        Assert.Equal([sender.SpanId, default, sender.SpanId], stopped.Select(span => span.ParentSpanId));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_last_message_of_a_full_batch_is_closed(string kind)
    {
        await using var system = Systems.Instrumented(Kind.Hocon(kind, "throughput = 4"));
        using var hold = new Hold();
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = Kind.ActorOn(system, Handler.Props((_, message) => (message as Hold)?.Pass()));

        // one batch exactly: Akka runs throughput + 1 messages in it
        actor.Tell(hold, ActorRefs.NoSender);
        await hold.Entered;
        for (var i = 0; i < 4; i++)
        {
            actor.Tell(i, ActorRefs.NoSender);
        }

        hold.Release();
        Assert.Equal(5, (await spans.WaitForStopped(5)).Count);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_failure_is_known_with_its_cause(string kind)
    {
        await using var system = Systems.Instrumented($"akka.loglevel = OFF\n{Kind.Hocon(kind)}");
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        var actor = Kind.ActorOn(system, Handler.Props((_, message) =>
        {
            if (message is "fail")
            {
                throw new TimeoutException("no stock");
            }
        }));

        actor.Tell("fail", ActorRefs.NoSender);
        actor.Tell("next", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal(["no stock", null], stopped.Select(span => span.StatusDescription));
        Assert.Equal("System.TimeoutException", stopped[0].GetTagItem(AkkaSpanAttributes.ErrorType));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorRestarts));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_supervisors_dispatcher_sees_its_childs_failure(string kind)
    {
        await using var system = Systems.Instrumented($"akka.loglevel = OFF\n{Kind.Hocon(kind)}");
        using var spans = SpanRecorder.WithRoot(out var root);
        var parent = Kind.ActorOn(system, Handler.Props((context, message) =>
            context.ActorOf(Handler.Props((_, _) => throw new TimeoutException("child's"))).Forward(message)));

        parent.Tell("message", ActorRefs.NoSender);

        await spans.WaitForStopped(2);
        root.Stop();
        Assert.Equal(
            """
            test
              process Handler String
                process Handler String !System.TimeoutException
            """,
            spans.Tree());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task An_async_handlers_span_lasts_until_it_has_finished(string kind)
    {
        await using var system = Systems.Instrumented(Kind.Hocon(kind));
        var go = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var awaits = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var stayed = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var spans = SpanRecorder.WithRoot(out var root);
        var actor = Kind.ActorOn(system, AsyncHandler.Props(async (_, _) =>
        {
            var before = Activity.Current;
            awaits.SetResult();
            await go.Task;
            stayed.SetResult(before is not null && ReferenceEquals(before, Activity.Current));
        }));

        actor.Tell("message", ActorRefs.NoSender);
        await Eventually.Within(awaits.Task);
        Assert.Equal(2, spans.Open.Count);
        go.SetResult();

        Assert.True(await Eventually.Within(stayed.Task));
        await spans.WaitForStopped(1);
        root.Stop();
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Nothing_is_current_on_the_dispatchers_threads_afterwards(string kind)
    {
        await using var system = Systems.Instrumented(Kind.Hocon(kind));
        using var spans = SpanRecorder.WithRoot(out var root);
        var actor = Kind.ActorOn(system, AsyncHandler.Props(async (_, message) =>
        {
            if (message is int odd && odd % 2 == 1)
            {
                await Task.Yield();
            }
        }));
        Enumerable.Range(0, 100).ToList().ForEach(i => actor.Tell(i, ActorRefs.NoSender));
        await spans.WaitForStopped(100);
        root.Stop();
        Assert.Null(Activity.Current);

        var left = new ConcurrentBag<string>();
        using var done = new CountdownEvent(100);
        var dispatcher = ((ActorCell)((ActorRefWithCell)actor).Underlying).Dispatcher;
        for (var i = 0; i < 100; i++)
        {
            dispatcher.Schedule(() =>
            {
                left.Add(Activity.Current?.DisplayName ?? "nothing");
                done.Signal();
            });
        }

        Assert.True(done.Wait(TimeSpan.FromSeconds(20)));
        Assert.Equal(["nothing"], left.Distinct());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Ten_thousand_messages_from_four_senders_have_ten_thousand_spans(string kind)
    {
        const int Actors = 10;
        const int Messages = 10_000;
        await using var system = Systems.Instrumented($"akka.loglevel = OFF\n{Kind.Hocon(kind, "throughput = 3")}");
        var prefix = $"stress-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        using var metrics = new MetricRecorder(system.Name, name => name != AkkaMetricNames.MailboxWaitDuration);
        var wrongCurrent = 0;
        var actors = Enumerable.Range(0, Actors).Select(i => Kind.ActorOn(system, AsyncHandler.Props(Handle), $"{prefix}-{i}")).ToList();

        await Task.WhenAll(Enumerable.Range(0, 4).Select(sender => Task.Run(() =>
        {
            for (var i = sender; i < Messages; i += 4)
            {
                actors[i % Actors].Tell(i, ActorRefs.NoSender);
            }
        })));

        await Eventually.Equal(Messages, () => spans.Stopped.Count, TimeSpan.FromSeconds(60));
        await Eventually.Equal(0, () => spans.Open.Count);
        Assert.Equal(Messages, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "Int32")));
        Assert.Equal(Messages / 100, metrics.Sum(AkkaMetricNames.ActorFailures));
        Assert.Equal(Messages / 100, spans.Stopped.Count(span => span.Status == ActivityStatusCode.Error));
        Assert.Equal(0, wrongCurrent);

        async Task Handle(IActorContext context, object message)
        {
            if (Activity.Current?.GetTagItem(AkkaSpanAttributes.ActorPath) as string != context.Self.Path.ToStringWithoutAddress())
            {
                Interlocked.Increment(ref wrongCurrent);
            }

            switch ((int)message % 100)
            {
                case 7:
                    throw new InvalidOperationException("now and then");
                case 8 or 9:
                    await Task.Yield();
                    break;
            }
        }
    }
}
