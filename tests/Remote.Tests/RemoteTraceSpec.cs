namespace AkkaInstrumentation.Tests;

/// <summary>A trace goes on at another node, whatever way the message takes.</summary>
public sealed class RemoteTraceSpec
{
    [Fact]
    public async Task An_answer_is_in_the_trace_of_its_question()
    {
        await using var nodes = Node.Two(out var here, out var there);
        there.ActorOf((context, message) => context.Sender.Tell($"{message}!"), "echo");
        var echo = await here.Find(there, "echo");
        var got = new TaskCompletionSource<string>();
        var asking = here.ActorOf(
            (_, message) =>
            {
                if (message is "ask")
                {
                    echo.Tell("what");
                }
                else
                {
                    got.SetResult((string)message);
                }
            },
            "asking");
        await here.Meet(there);
        await there.Meet(here);

        using var recorder = SpanRecorder.WithRoot(out var root);
        asking.Tell("ask");
        root.Dispose();
        Assert.Equal("what!", await Eventually.Within(got.Task));
        var spans = await recorder.WaitForStopped(4);
        Assert.Equal([false, true, true], spans.Where(span => span.IsOfMessage())
            .OrderBy(span => span.StartTimeUtc).Select(span => span.HasRemoteParent));
        Assert.Equal(
            """
            test
              Handler/String
                Handler/String
                  Handler/String
            """.ReplaceLineEndings("\n"),
            recorder.Tree().Trim());
    }

    [Fact]
    public async Task A_selection_reaches_several_actors_in_one_trace()
    {
        await using var nodes = Node.Two(out var here, out var there);
        there.ActorOf((_, _) => { }, "part-1");
        there.ActorOf((_, _) => { }, "part-2");
        await here.Meet(there);
        using var recorder = SpanRecorder.WithRoot(out var root);
        here.System.ActorSelection($"{there.Address}/user/part-*").Tell("all");
        root.Dispose();
        var spans = (await recorder.WaitForStopped(3)).Where(span => span != root).ToList();
        Assert.All(spans, span => Assert.Equal(root.SpanId, span.ParentSpanId));
        Assert.Equal(["/user/part-1", "/user/part-2"], spans.Select(span => span.GetTagItem(AkkaSpanAttributes.ActorPath)).Order());
    }

    [Fact]
    public async Task A_forwarded_message_and_an_answer_to_an_Ask_stay_in_the_trace()
    {
        await using var nodes = Node.Two(out var here, out var there);
        here.ActorOf((context, message) => context.Sender.Tell($"{message} there and back"), "last");
        await here.Meet(there);
        await there.Meet(here);
        var last = there.At(here, "last");
        there.ActorOf((context, message) => last.Tell(message, context.Sender), "middle");
        using var recorder = SpanRecorder.WithRoot(out var root);
        Assert.Equal("went there and back", await here.At(there, "middle").Ask<string>("went", TimeSpan.FromSeconds(20)));
        root.Dispose();
        var spans = await recorder.WaitForStopped(3);
        Assert.Equal(spans.Single(span => Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath), "/user/middle")).SpanId,
            spans.Single(span => Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath), "/user/last")).ParentSpanId);
    }

    [Fact]
    public async Task A_trace_that_is_not_sampled_begins_no_trace_at_another_node()
    {
        await using var nodes = Node.Two(out var here, out var there);
        var got = new TaskCompletionSource<Activity?>();
        there.ActorOf((_, message) => got.TrySetResult(Activity.Current), "end");
        await here.Meet(there);
        using var recorder = SpanRecorder.Everything();
        using var unsampled = Unsampled.Activity("unsampled").Start();
        unsampled.TraceStateString = "v=1";
        here.At(there, "end").Tell("one");
        unsampled.Stop();
        var current = await Eventually.Within(got.Task);
        Assert.NotNull(current);
        Assert.Equal((unsampled.TraceId, unsampled.SpanId, "v=1", false),
            (current.TraceId, current.ParentSpanId, current.TraceStateString, current.Recorded));
        Assert.DoesNotContain(recorder.Started, span => span.TraceId == unsampled.TraceId);
    }

    [Fact]
    public async Task A_message_without_a_trace_after_one_with_a_trace_begins_its_own()
    {
        await using var nodes = Node.Two(out var here, out var there);
        there.ActorOf((_, _) => { }, "end");
        await here.Meet(there);
        var end = here.At(there, "end");
        using var recorder = SpanRecorder.WithRoot(out var root);
        end.Tell("in the trace");
        root.Dispose();
        end.TellTimes(100, "in the trace");

        Assert.Equal(2, (await recorder.WaitForStopped(2)).Count);
    }

    [Fact]
    public async Task A_message_that_cannot_be_sent_is_a_dead_letter_without_an_envelope()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1, "akka.log-dead-letters = off");
        var there = Node.Start(network, 2);
        there.ActorOf((_, _) => { }, "end");
        await here.Meet(there);
        var end = here.At(there, "end");
        await there.Leave();
        var letters = new System.Collections.Concurrent.ConcurrentQueue<object>();
        var listener = here.ActorOf((_, message) => letters.Enqueue(((Akka.Event.DeadLetter)message).Message), "letters");
        here.System.EventStream.Subscribe(listener, typeof(Akka.Event.DeadLetter));
        using var recorder = SpanRecorder.WithRoot(out var root);
        await Eventually.True(() =>
        {
            end.Tell("lost");
            return letters.Contains("lost");
        });
        root.Dispose();
        Assert.DoesNotContain(letters, letter => letter is RemoteEnvelope);
    }

    [Fact]
    public async Task An_envelope_that_Akka_gives_up_is_the_dead_letter_of_its_message()
    {
        await using var nodes = Node.Two(out var here, out var there);
        await here.Meet(there);
        var letters = new System.Collections.Concurrent.ConcurrentQueue<object>();
        here.System.EventStream.Subscribe(
            here.ActorOf((_, message) => letters.Enqueue(((Akka.Event.DeadLetter)message).Message), "letters"), typeof(Akka.Event.DeadLetter));

        here.System.DeadLetters.Tell(new RemoteEnvelope("lost"), ActorRefs.NoSender);

        await Eventually.True(() => letters.Contains("lost"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Metrics_count_the_traffic_by_address(bool someoneListensAlready)
    {
        using var other = someoneListensAlready ? new MetricRecorder(system: "") : null;
        await using var nodes = Node.Two(out var here, out var there);
        there.ActorOf((_, _) => { }, "end");
        await here.Meet(there);
        using var metrics = new MetricRecorder(here.Test);

        // With a listener in a parallel test, the messages by which the nodes met were counted too.
        var before = metrics.Sum(AkkaMetricNames.RemoteMessageSent, (AkkaMetricAttributes.RemoteAddress, there.Address)) ?? 0;
        var end = here.At(there, "end");
        using (var recorder = SpanRecorder.WithRoot(out var root))
        {
            end.Tell("one");
            root.Dispose();
            await recorder.WaitForStopped(2);
        }

        end.Tell("two");
        here.System.EventStream.Publish(new Akka.Remote.QuarantinedEvent(here.PeerOf(there).Address, 7));
        Assert.Equal(2, metrics.Sum(AkkaMetricNames.RemoteMessageSent, (AkkaMetricAttributes.RemoteAddress, there.Address)) - before);
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.RemoteQuarantines, (AkkaMetricAttributes.RemoteAddress, there.Address),
            (AkkaMetricAttributes.RemoteAssociationDirection, "outbound")));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.RemoteEnvelopes, (AkkaMetricAttributes.NetworkIoDirection, "transmit")));
        Assert.Equal(36, metrics.Sum(AkkaMetricNames.RemoteContextIo, (AkkaMetricAttributes.NetworkIoDirection, "transmit")));
        Assert.True(metrics.Sum(AkkaMetricNames.RemoteAssociations) >= 1);
        Assert.Null(metrics.Sum(MessagingMetricNames.SentMessages));

        AkkaInstrumentationExtension.For(here.System).Control.Change("tracing.messaging-attributes = on");
        var sent = Assert.Single(metrics.Poll(), measured => measured.Name == MessagingMetricNames.SentMessages);
        var node = here.PeerOf(there).Address;
        Assert.Equal(2 + before, sent.Value);
        Assert.Equal(
            new KeyValuePair<string, object?>[]
            {
                new(AkkaSpanAttributes.ActorSystemName, here.Test.Name),
                new(AkkaSpanAttributes.MessagingOperationName, "send"),
                new(AkkaSpanAttributes.MessagingSystem, "akka"),
                new(AkkaSpanAttributes.ServerAddress, node.Host),
                new(AkkaSpanAttributes.ServerPort, (long)node.Port!.Value),
            },
            sent.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal));
    }
}
