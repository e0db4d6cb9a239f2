namespace AkkaInstrumentation.Tests;

/// <summary>Spans name the node that they are from, once more than one node takes part.</summary>
public sealed class NodeAddressSpec
{
    [Fact]
    public async Task Each_span_names_its_own_node_in_a_trace_across_two()
    {
        await using var nodes = Node.Two(out var here, out var there);
        var end = here.At(there, "end");
        there.ActorOf((_, _) => { }, "end");
        var front = here.ActorOf((_, message) => end.Tell(message), "front");
        await here.Meet(there);

        using var recorder = SpanRecorder.WithRoot(out var root);
        front.Tell("one");
        root.Dispose();
        var spans = await recorder.WaitForStopped(3);
        Assert.Equal(
            [("/user/end", there.Address), ("/user/front", here.Address)],
            spans.Where(span => span != root)
                .Select(span => ($"{span.GetTagItem(AkkaSpanAttributes.ActorPath)}", $"{span.GetTagItem(AkkaSpanAttributes.NodeAddress)}")).Order());
    }

    [Fact]
    public async Task A_node_that_has_met_no_other_does_not_name_itself()
    {
        await using var here = Node.Start(Node.Network(), 1);
        using var recorder = SpanRecorder.WithRoot(out var root);
        here.ActorOf((_, _) => { }, "alone").Tell("one");
        root.Dispose();
        var span = Assert.Single(await recorder.WaitForStopped(2), span => span != root);
        Assert.Null(span.GetTagItem(AkkaSpanAttributes.NodeAddress));
    }

    [Fact]
    public async Task Failed_starts_and_retroactive_spans_name_it_too()
    {
        await using var nodes = Node.Two(out var here, out var there, "akka.loglevel = OFF\nakka.instrumentation.tracing.sampling.ratio = 0", "");
        await here.Meet(there);
        var (failing, broken) = ($"failing-{Guid.NewGuid():N}", $"broken-{Guid.NewGuid():N}");
        using var failures = SpanRecorder.UnderPath($"/user/{failing}");
        using var starts = SpanRecorder.UnderPath($"/user/{broken}");
        here.ActorOf((_, _) => throw new InvalidOperationException(), failing).Tell("one", ActorRefs.NoSender);
        here.System.ActorOf(Props.Create(() => new Broken()), broken);
        foreach (var span in (await failures.WaitForStopped(1)).Concat(await starts.WaitForStopped(1)))
        {
            Assert.Equal("error", span.GetTagItem(AkkaSpanAttributes.SamplingReason));
            Assert.Equal(here.Address, span.GetTagItem(AkkaSpanAttributes.NodeAddress));
        }
    }

    /// <summary>Settings change and the first association begins at once: both stay.</summary>
    [Fact]
    public async Task A_change_of_the_settings_never_loses_the_address()
    {
        const int Times = 2_000;
        await using var here = Node.Start(Node.Network(), 1);
        var instrumentation = here.Instrumentation;
        using var together = new Barrier(2);
        var changing = Task.Factory.StartNew(
            () =>
            {
                for (var i = 1; i <= Times; i++)
                {
                    together.SignalAndWait();
                    instrumentation.Adopt(instrumentation.Settings with { TracingMessagingAttributes = i % 2 == 0 });
                    together.SignalAndWait();
                }
            },
            TaskCreationOptions.LongRunning);
        for (var i = 1; i <= Times; i++)
        {
            together.SignalAndWait();
            instrumentation.OnFirstAssociation($"akka.test://node@{i}");
            together.SignalAndWait();
            Assert.Equal(($"akka.test://node@{i}", i % 2 == 0), (instrumentation.Spans.NodeAddress, instrumentation.Spans.WritesMessaging));
        }

        await changing;
    }

    private sealed class Broken : ReceiveActor
    {
        protected override void PreStart() => throw new InvalidOperationException("cannot start");
    }
}
