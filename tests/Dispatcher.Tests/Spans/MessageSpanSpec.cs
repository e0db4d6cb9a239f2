using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Spans;

/// <summary>One span for each message: its name, kind, parent, attributes and bounds.</summary>
public class MessageSpanSpec
{
    private sealed record Order(int Id);

    private sealed record Reserve(Order Order);

    [Fact]
    public async Task A_message_is_a_consumer_span_under_the_span_it_was_sent_from()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var actor = system.ActorOf(Echo.Props);

        actor.Tell(new Order(1), ActorRefs.NoSender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal("process Echo", span.DisplayName);
        Assert.Equal(ActivityKind.Consumer, span.Kind);
        Assert.Equal(root.SpanId, span.ParentSpanId);
        Assert.Equal(root.TraceId, span.TraceId);
        Assert.Equal(ActivityStatusCode.Unset, span.Status);
        Assert.Null(span.Parent);
    }

    [Fact]
    public async Task Its_attributes_tell_actor_message_sender_and_wait_and_nothing_else()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out _);
        var sender = system.ActorOf(Echo.Props);
        var actor = system.ActorOf((_, _) => { });

        actor.Tell(new Order(1), sender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        var attributes = span.TagObjects.ToDictionary(tag => tag.Key, tag => tag.Value);
        Assert.Equal(system.Name, attributes[AkkaSpanAttributes.SystemName]);
        Assert.Equal("Handler", attributes[AkkaSpanAttributes.ActorType]);
        Assert.Equal("MessageSpanSpec.Order", attributes[AkkaSpanAttributes.MessageType]);
        Assert.Equal(actor.Path.ToStringWithoutAddress(), attributes[AkkaSpanAttributes.ActorPath]);
        Assert.Equal(sender.Path.ToStringWithoutAddress(), attributes[AkkaSpanAttributes.SenderPath]);
        Assert.InRange(Assert.IsType<double>(attributes[AkkaSpanAttributes.MailboxWait]), 0, 20);
        Assert.Equal(6, attributes.Count);
    }

    [Fact]
    public async Task Without_a_sender_there_is_no_sender_attribute()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf((_, _) => { });

        actor.Tell(new Order(1), ActorRefs.NoSender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.DoesNotContain(span.TagObjects, tag => tag.Key == AkkaSpanAttributes.SenderPath);
        Assert.Equal(5, span.TagObjects.Count());
    }

    [Fact]
    public async Task A_message_sent_outside_of_any_span_is_the_root_of_a_trace()
    {
        await using var system = Systems.Instrumented();
        var name = $"root-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{name}");
        var actor = system.ActorOf(Echo.Props, name);
        Assert.Null(Activity.Current);

        actor.Tell(new Order(1), ActorRefs.NoSender);
        actor.Tell(new Order(2), ActorRefs.NoSender);

        var both = await spans.WaitForStopped(2);
        Assert.All(both, span => Assert.Equal(default, span.ParentSpanId));
        Assert.NotEqual(both[0].TraceId, both[1].TraceId);
    }

    [Fact]
    public async Task Spans_of_actors_that_tell_each_other_form_one_tree()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var stock = system.ActorOf(Echo.Props);
        var orders = system.ActorOf((context, message) =>
        {
            if (message is Order order)
            {
                stock.Tell(new Reserve(order), context.Self);
                stock.Tell(new Reserve(order), context.Self);
            }
        });

        orders.Tell(new Order(1), ActorRefs.NoSender);
        await spans.WaitForStopped(5);
        root.Stop();

        Assert.Equal(
            """
            test
              process Handler MessageSpanSpec.Order
                process Echo MessageSpanSpec.Reserve
                  process Handler MessageSpanSpec.Reserve
                process Echo MessageSpanSpec.Reserve
                  process Handler MessageSpanSpec.Reserve
            """,
            spans.Tree());
    }

    [Fact]
    public async Task The_current_activity_in_the_handler_is_the_messages_span_and_outside_it_is_unchanged()
    {
        await using var system = Systems.Instrumented();
        var seen = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var spans = SpanRecorder.WithRoot(out var root);
        var actor = system.ActorOf((_, _) => seen.SetResult(Activity.Current));

        actor.Tell(new Order(1), ActorRefs.NoSender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Same(span, await seen.Task);
        Assert.Same(root, Activity.Current);
    }

    [Fact]
    public async Task After_an_ask_the_asker_is_where_it_was()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var actor = system.ActorOf(Echo.Props);

        await actor.Ask<Order>(new Order(1), TimeSpan.FromSeconds(20));

        Assert.Same(root, Activity.Current);
        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal("process Echo", span.DisplayName);
    }

    [Fact]
    public async Task The_wait_is_the_time_before_the_span_and_the_work_is_its_duration()
    {
        await using var system = Systems.Instrumented();
        using var hold = new Hold();
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf((_, message) => (message as Hold)?.Pass());

        actor.Tell(hold, ActorRefs.NoSender);
        await hold.Entered;
        actor.Tell(new Order(1), ActorRefs.NoSender);
        var sent = Stopwatch.GetTimestamp();
        await Task.Delay(20);
        var held = Stopwatch.GetElapsedTime(sent).TotalSeconds;
        hold.Release();

        var both = await spans.WaitForStopped(2);
        var wait = (double)both[1].GetTagItem(AkkaSpanAttributes.MailboxWait)!;
        Assert.InRange(wait, held / 2, 20);
        Assert.True(both[0].Duration.TotalSeconds >= held / 2);
        Assert.Equal(both[0].StartTimeUtc + both[0].Duration, both[1].StartTimeUtc);
    }

    [Fact]
    public async Task A_wrapped_message_goes_by_the_name_of_the_one_inside()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Echo.Props);

        system.System.ActorSelection(actor.Path.ToStringWithoutAddress()).Tell(new Order(1), ActorRefs.NoSender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal("MessageSpanSpec.Order", span.GetTagItem(AkkaSpanAttributes.MessageType));
    }

    [Fact]
    public async Task A_scheduled_message_begins_a_trace_and_goes_by_the_name_of_the_one_inside()
    {
        await using var system = Systems.Instrumented();
        var name = $"scheduled-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{name}");
        var actor = system.ActorOf(Echo.Props, name);

        // whoever uses the scheduler first lends it its execution context for good
        using (new Activity("first user of the scheduler").Start())
        {
            system.System.Scheduler.ScheduleTellOnce(TimeSpan.Zero, actor, new Order(1), ActorRefs.NoSender);
        }

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(default, span.ParentSpanId);
        Assert.Equal("MessageSpanSpec.Order", span.GetTagItem(AkkaSpanAttributes.MessageType));
    }

    [Fact]
    public async Task A_message_from_the_stash_keeps_the_parent_it_came_with()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var actor = system.ActorOf(Props.Create(() => new WarmingUp()));

        actor.Tell(new Order(1), ActorRefs.NoSender);
        Activity.Current = null;
        actor.Tell("warm", ActorRefs.NoSender);

        // stashed, then processed: both under the span it was sent from
        var stopped = await spans.WaitForStopped(2);
        Assert.All(stopped, span => Assert.Equal(root.SpanId, span.ParentSpanId));
    }

    private sealed class WarmingUp : UntypedActor, IWithUnboundedStash
    {
        private bool _warm;

        public IStash Stash { get; set; } = null!;

        protected override void OnReceive(object message)
        {
            if (message is "warm")
            {
                _warm = true;
                Stash.UnstashAll();
            }
            else if (!_warm)
            {
                Stash.Stash();
            }
        }
    }
}
