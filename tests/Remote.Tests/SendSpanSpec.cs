namespace AkkaInstrumentation.Tests;

/// <summary>The span of a message that leaves the node: when there is one, what it has, and that nothing else changes.</summary>
public sealed class SendSpanSpec
{
    private const string On = "akka.instrumentation.tracing.send-spans = on";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_recorded_message_to_another_node_has_a_Producer_span_whose_child_is_its_span_there(bool bySelection)
    {
        await using var nodes = await Nodes.Start($"{On}\nakka.instrumentation.tracing.messaging-attributes = on");

        using var recorder = SpanRecorder.WithRoot(out var root);
        if (bySelection)
        {
            nodes.Here.System.ActorSelection($"{nodes.There.Address}/user/end").Tell(new Order(1));
        }
        else
        {
            nodes.End.Tell(new Order(1));
        }

        Assert.Same(root, Activity.Current);
        root.Dispose();
        var spans = await recorder.WaitForStopped(3);
        var send = Assert.Single(spans, span => span.Kind == ActivityKind.Producer);
        var process = Assert.Single(spans, span => span.Kind == ActivityKind.Consumer);
        Assert.Equal(("send SendSpanSpec.Order", root.SpanId, send.SpanId), (send.DisplayName, send.ParentSpanId, process.ParentSpanId));
        Assert.Equal(
            new Dictionary<string, object?>
            {
                [AkkaSpanAttributes.ActorSystemName] = nodes.Here.Test.Name,
                [AkkaSpanAttributes.NodeAddress] = nodes.Here.Address,
                [AkkaSpanAttributes.MessageType] = "SendSpanSpec.Order",
                [AkkaSpanAttributes.ReceiverPath] = "/user/end",
                [AkkaSpanAttributes.ServerAddress] = "127.0.0.1",
                [AkkaSpanAttributes.ServerPort] = 2L,
                [AkkaSpanAttributes.MessagingSystem] = "akka",
                [AkkaSpanAttributes.MessagingOperationName] = "send",
                [AkkaSpanAttributes.MessagingOperationType] = "send",
                [AkkaSpanAttributes.MessagingDestinationName] = "/user/end",
            },
            send.TagObjects.ToDictionary());
    }

    [Fact]
    public async Task A_question_has_one_and_its_answer_has_none_because_nobody_consumes_it()
    {
        await using var nodes = await Nodes.Start(On);

        using var recorder = SpanRecorder.WithRoot(out var root);
        Assert.Equal(new Order(1), await nodes.End.Ask<Order>(new Order(1), TimeSpan.FromSeconds(20)));
        root.Dispose();

        Assert.Single(await recorder.WaitForStopped(3), span => span.Kind == ActivityKind.Producer);
    }

    [Fact]
    public async Task The_baggage_of_the_message_travels_on()
    {
        await using var nodes = await Nodes.Start(On);
        var got = new TaskCompletionSource<string?>();
        nodes.There.ActorOf((_, _) => got.SetResult(Activity.Current?.GetBaggageItem("tenant")), "baggage");

        using var recorder = SpanRecorder.WithRoot(out var root);
        root.SetBaggage("tenant", "blue");
        nodes.Here.At(nodes.There, "baggage").Tell(new Order(1));

        Assert.Equal("blue", await Eventually.Within(got.Task));
    }

    [Theory]
    [InlineData("akka.instrumentation.tracing.send-spans = off", 2)]
    [InlineData(On + "\nakka.instrumentation.rules.none { message = \"*.Order\", trace = never }", 1)]
    public async Task None_where_it_is_switched_off_or_a_rule_has_never_for_the_message(string hocon, int spans)
    {
        await using var nodes = await Nodes.Start(hocon);

        using var recorder = SpanRecorder.WithRoot(out var root);
        await nodes.End.Ask<Order>(new Order(1), TimeSpan.FromSeconds(20));
        root.Dispose();

        Assert.DoesNotContain(await recorder.WaitForStopped(spans), span => span.Kind == ActivityKind.Producer);
    }

    [Fact]
    public async Task None_outside_of_a_recorded_trace()
    {
        await using var nodes = await Nodes.Start(On);
        using var recorder = SpanRecorder.UnderPath("/user/end");
        using var unsampled = Unsampled.Activity("not recorded").Start();
        await nodes.End.Ask<Order>(new Order(1), TimeSpan.FromSeconds(20));

        Assert.DoesNotContain(recorder.Started, span => span.TraceId == unsampled.TraceId);
    }

    private sealed record Order(int Number);

    // Two nodes that have met, and an actor of the second one that answers.
    private sealed record Nodes(IAsyncDisposable Both, Node Here, Node There, IActorRef End) : IAsyncDisposable
    {
        public static async Task<Nodes> Start(string hocon)
        {
            var both = Node.Two(out var here, out var there, hocon);
            there.ActorOf((context, message) => context.Sender.Tell(message), "end");
            var end = await here.Find(there, "end");
            await here.Meet(there);
            await there.Meet(here);
            return new(both, here, there, end);
        }

        public ValueTask DisposeAsync() => Both.DisposeAsync();
    }
}
