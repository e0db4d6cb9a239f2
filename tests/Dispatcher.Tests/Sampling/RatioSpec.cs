using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Head sampling by ratio: roots by chance, everything below them like them.</summary>
public sealed class RatioSpec
{
    private const string None = "akka.instrumentation.tracing.sampling.ratio = 0";
    private const string Quarter = "akka.instrumentation.tracing.sampling.ratio = 0.25";

    [Fact]
    public async Task At_ratio_0_handlers_find_the_shared_activity_and_nothing_is_traced()
    {
        await using var system = Systems.Instrumented(None);
        var prefix = $"none-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        var seen = new ConcurrentQueue<Activity?>();
        var second = system.ActorOf((_, _) => seen.Enqueue(Activity.Current), $"{prefix}-2");
        var first = system.ActorOf(
            (_, message) =>
            {
                seen.Enqueue(Activity.Current);
                second.Tell(message);
            },
            $"{prefix}-1");

        for (var i = 0; i < 200; i++)
        {
            first.Tell(i, ActorRefs.NoSender);
        }

        await Eventually.Equal(400, () => seen.Count);
        Assert.All(seen, activity => Assert.IsType<NonRecordingActivity>(activity));
        Assert.Empty(spans.Started);
    }

    [Fact]
    public async Task After_an_await_it_is_current_still_and_the_next_actor_belongs_to_it()
    {
        await using var system = Systems.Instrumented(None);
        var prefix = $"await-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        var seen = new ConcurrentQueue<Activity?>();
        var second = system.ActorOf((_, _) => seen.Enqueue(Activity.Current), $"{prefix}-2");
        var first = system.ActorOf(
            AsyncHandler.Props(async (_, message) =>
            {
                await Task.Yield();
                seen.Enqueue(Activity.Current);
                await Task.Delay(1);
                seen.Enqueue(Activity.Current);
                second.Tell(message);
            }),
            $"{prefix}-1");

        for (var i = 0; i < 20; i++)
        {
            first.Tell(i, ActorRefs.NoSender);
        }

        await Eventually.Equal(60, () => seen.Count);
        Assert.All(seen, activity => Assert.IsType<NonRecordingActivity>(activity));
        Assert.Empty(spans.Started);
    }

    [Theory]
    [InlineData("default-executor")]
    [InlineData("thread-pool-executor")]
    [InlineData("fork-join-executor")]
    [InlineData("task-executor")]
    [InlineData("channel-executor")]
    public async Task Whoever_sends_from_outside_keeps_its_context_on_every_executor(string executor)
    {
        await using var system = Systems.Instrumented(
            $"{None}\nmine {{ type = Dispatcher, executor = {executor}, dedicated-thread-pool.thread-count = 3 }}");
        var flowing = new AsyncLocal<string?> { Value = "the sender's" };
        var seen = new ConcurrentQueue<(Activity? Current, string? Flowing)>();
        using var spans = SpanRecorder.OfActor(out var actorName);
        var actor = system.ActorOf(Handler.Props((_, _) => seen.Enqueue((Activity.Current, flowing.Value))).WithDispatcher("mine"), actorName);

        actor.Tell("message", ActorRefs.NoSender);
        await Eventually.Equal(1, () => seen.Count);
        actor.Tell("message", ActorRefs.NoSender);
        await Eventually.Equal(2, () => seen.Count);

        // what flows into the handler is the executor's affair and the same as without instrumentation
        Assert.All(seen, found => Assert.IsType<NonRecordingActivity>(found.Current));
        Assert.All(seen, found => Assert.True(found.Flowing is null or "the sender's"));
        Assert.Equal("the sender's", flowing.Value);
        Assert.Null(Activity.Current);
        Assert.Empty(spans.Started);
    }

    [Fact]
    [Trait("changes", "tracing.sampling.ratio")]
    public async Task Of_20_000_roots_a_quarter_is_traced_and_of_each_the_whole_trace_or_nothing()
    {
        const int roots = 20_000;
        await using var system = Systems.Instrumented(Quarter);
        var prefix = $"quarter-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        var seen = new ConcurrentQueue<(string Actor, object Message, bool Recorded)>();
        var third = system.ActorOf(See("third", null), $"{prefix}-3");
        var second = system.ActorOf(See("second", third), $"{prefix}-2");
        var first = system.ActorOf(See("first", second), $"{prefix}-1");

        // all at once: the mailboxes fill while the adaptive share of timed messages falls
        for (var i = 0; i < roots; i++)
        {
            first.Tell(i, ActorRefs.NoSender);
        }

        await Eventually.Equal(3 * roots, () => seen.Count);
        var traced = seen.Where(found => found.Recorded).ToLookup(found => found.Actor, found => (int)found.Message);
        Assert.Equal(traced["first"].Order(), traced["second"].Order());
        Assert.Equal(traced["first"].Order(), traced["third"].Order());
        var slack = 6 * Math.Sqrt(roots * 0.25 * 0.75);
        Assert.InRange(traced["first"].Count(), (roots * 0.25) - slack, (roots * 0.25) + slack);

        // and the same in the spans: each trace has three
        await Eventually.Equal(3 * traced["first"].Count(), () => spans.Stopped.Count);
        Assert.All(spans.Stopped.GroupBy(span => span.TraceId), trace => Assert.Equal(3, trace.Count()));

        Props See(string actor, IActorRef? next) => Handler.Props((_, message) =>
        {
            seen.Enqueue((actor, message, Activity.Current is { Recorded: true }));
            next?.Tell(message, ActorRefs.NoSender);
        });
    }

    [Fact]
    public async Task Below_a_recorded_parent_every_message_is_traced_at_ratio_0()
    {
        await using var system = Systems.Instrumented(None);
        using var spans = SpanRecorder.WithRoot(out var root);
        var second = system.ActorOf((_, _) => { });
        var first = system.ActorOf((_, message) => second.Tell(message, ActorRefs.NoSender));

        for (var i = 0; i < 50; i++)
        {
            first.Tell(i, ActorRefs.NoSender);
        }

        var stopped = await spans.WaitForStopped(100);
        Assert.All(stopped, span => Assert.Equal(root.TraceId, span.TraceId));
        Assert.Equal(50, stopped.Count(span => span.ParentSpanId == root.SpanId));
    }

    [Theory]
    [InlineData("1")]
    [InlineData("0.5")]
    [InlineData("0")]
    public async Task Below_a_parent_that_is_not_recorded_none_is_traced_at_any_ratio(string ratio)
    {
        await using var system = Systems.Instrumented($"akka.instrumentation.tracing.sampling.ratio = {ratio}");
        var seen = new ConcurrentQueue<Activity?>();
        using var spans = SpanRecorder.OfActor(out var actorName);
        var actor = system.ActorOf((_, _) => seen.Enqueue(Activity.Current), actorName);
        using var parent = Unsampled.Activity("not recorded").Start();
        Assert.False(parent.Recorded);

        for (var i = 0; i < 100; i++)
        {
            actor.Tell(i, ActorRefs.NoSender);
        }

        await Eventually.Equal(100, () => seen.Count);
        Assert.All(seen, activity => Assert.IsType<NonRecordingActivity>(activity));
        Assert.Same(parent, Activity.Current);
        Assert.Empty(spans.Started);
    }

    [Fact]
    public async Task Traced_and_untraced_messages_in_one_batch_each_find_their_own()
    {
        await using var system = Systems.Instrumented(None);
        var seen = new ConcurrentQueue<(int Message, Activity? Current)>();
        using var spans = SpanRecorder.WithRoot(out var root);
        using var hold = new Hold();
        var actor = system.ActorOf((_, message) =>
        {
            if (message is Hold gate)
            {
                gate.Pass();
            }
            else
            {
                seen.Enqueue(((int)message, Activity.Current));
            }
        });

        Activity.Current = null;
        actor.Tell(hold, ActorRefs.NoSender);
        await hold.Entered;
        for (var i = 0; i < 100; i++)
        {
            Activity.Current = i % 3 == 0 ? root : null;
            actor.Tell(i, ActorRefs.NoSender);
        }

        Activity.Current = null;
        hold.Release();

        await Eventually.Equal(100, () => seen.Count);
        Assert.All(seen, found => Assert.Equal(found.Message % 3 == 0, found.Current is not NonRecordingActivity));
        Assert.All(seen, found => Assert.NotNull(found.Current));
        await spans.WaitForStopped(34);
    }
}
