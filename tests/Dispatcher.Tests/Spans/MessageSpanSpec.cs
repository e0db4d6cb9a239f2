namespace AkkaInstrumentation.Tests.Spans;

/// <summary>One span for each message: its name, kind, parent, attributes and bounds.</summary>
public class MessageSpanSpec
{
    private sealed record Order(int Id);

    [Fact]
    public async Task One_key_gives_the_spans_of_all_messages_another_name_except_where_a_rule_has_one()
    {
        await using var system = Systems.Instrumented(
            """akka.instrumentation { tracing.span-name = "process {actor}", rules.order { message = "MessageSpanSpec.Order", span-name = "order" } }""");
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf((_, _) => { });

        actor.Tell(1, ActorRefs.NoSender);
        actor.Tell(new Order(1), ActorRefs.NoSender);

        Assert.Equal(["process Handler", "order"], (await spans.WaitForStopped(2)).Select(span => span.DisplayName));
    }

    [Fact]
    public async Task A_message_is_a_span_with_attributes_for_actor_message_sender_and_wait_and_nothing_else()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var sender = system.ActorOf(Echo.Props);
        var actor = system.ActorOf((_, _) => { });

        actor.Tell(new Order(1), sender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(("Handler/MessageSpanSpec.Order", ActivityKind.Internal, ActivityStatusCode.Unset), (span.DisplayName, span.Kind, span.Status));
        Assert.Equal((root.TraceId, root.SpanId), (span.TraceId, span.ParentSpanId));
        Assert.Null(span.Parent);
        var attributes = span.TagObjects.ToDictionary(tag => tag.Key, tag => tag.Value);
        Assert.Equal(system.Name, attributes[AkkaSpanAttributes.ActorSystemName]);
        Assert.Equal("Handler", attributes[AkkaSpanAttributes.ActorType]);
        Assert.Equal("MessageSpanSpec.Order", attributes[AkkaSpanAttributes.MessageType]);
        Assert.Equal(actor.Path.ToStringWithoutAddress(), attributes[AkkaSpanAttributes.ActorPath]);
        Assert.Equal(sender.Path.ToStringWithoutAddress(), attributes[AkkaSpanAttributes.SenderPath]);
        Assert.InRange(Assert.IsType<double>(attributes[AkkaSpanAttributes.MailboxWaitDuration]), 0, 20);
        Assert.Equal(6, attributes.Count);
    }

    [Theory]
    [InlineData("internal", ActivityKind.Internal)]
    [InlineData("consumer", ActivityKind.Consumer)]
    public async Task The_kind_of_a_message_whose_parent_is_in_the_process_can_be_chosen_and_that_of_others_is_Consumer(string setting,
        ActivityKind kind)
    {
        using var root = SpanRecorder.OfActor(out var name);
        await using var system = Systems.Instrumented($"akka.instrumentation.tracing.local-span-kind = {setting}");
        var second = system.ActorOf((_, _) => { }, $"{name}-2");
        var first = system.ActorOf((_, message) => second.Tell(message, ActorRefs.NoSender), name);
        Activity.Current = null;

        first.Tell(new Order(1), ActorRefs.NoSender);

        Assert.Equal([ActivityKind.Consumer, kind], (await root.WaitForStopped(2)).Select(span => span.Kind));
    }

    [Fact]
    public async Task The_wait_is_the_time_before_the_span_and_the_work_is_its_duration()
    {
        await using var system = Systems.Instrumented();
        using var hold = new Hold();
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf((_, _) => { });

        await hold.EnterAt(actor);
        actor.Tell(new Order(1), ActorRefs.NoSender);
        var sent = Stopwatch.GetTimestamp();
        await Task.Delay(20);
        var held = Stopwatch.GetElapsedTime(sent).TotalSeconds;
        hold.Release();

        var both = await spans.WaitForStopped(2);
        var wait = (double)both[1].GetTagItem(AkkaSpanAttributes.MailboxWaitDuration)!;
        Assert.InRange(wait, held / 2, 20);
        Assert.True(both[0].Duration.TotalSeconds >= held / 2);

        // The first one ends by the stopwatch, the second one begins by the wall clock.
        Assert.Equal(both[0].StartTimeUtc + both[0].Duration, both[1].StartTimeUtc, TimeSpan.FromMilliseconds(1));
    }
}
