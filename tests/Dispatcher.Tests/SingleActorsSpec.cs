namespace AkkaInstrumentation.Tests;

/// <summary>What single actors with instrumentation do not see in a system whose defaults are Akka's, and the way out.</summary>
public sealed class SingleActorsSpec
{
    private const string InternalDispatcher =
        """akka.actor.internal-dispatcher.type = "AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher" """;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_top_level_actors_failure_has_its_exception_and_directive_if_the_internal_dispatcher_is_instrumented(bool isInstrumented)
    {
        await using var system = Systems.WithIds($"akka.loglevel = OFF\n{(isInstrumented ? InternalDispatcher : "")}");
        using var before = SpanRecorder.OfNothing();
        var actor = system.ActorOf(Handler.Fallible.WithInstrumentation());
        await actor.Ask<string>("started?", TimeSpan.FromSeconds(20));
        using var spans = SpanRecorder.WithRoot(out var root);
        actor.Tell("fail", ActorRefs.NoSender);

        var failed = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(root.SpanId, failed.ParentSpanId);
        if (isInstrumented)
        {
            Assert.Equal(
                (ActivityStatusCode.Error, "System.InvalidOperationException", Directives.Restart),
                (failed.Status, failed.GetTagItem(AkkaSpanAttributes.ErrorType), failed.GetTagItem(AkkaSpanAttributes.SupervisionDirective)));
        }
        else
        {
            // If the guardian answers before the run ends, nobody sees the failure.
            Assert.Contains(failed.GetTagItem(AkkaSpanAttributes.ErrorType), new[] { null, "_OTHER" });
            Assert.Null(failed.GetTagItem(AkkaSpanAttributes.SupervisionDirective));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_trace_goes_on_behind_an_actor_in_between_if_that_lets_it_pass_through(bool passes)
    {
        await using var system = Systems.WithIds();
        using var last = SpanRecorder.OfActor(out var name);
        var end = system.ActorOf(Echo.Props.WithInstrumentation(), name);
        var forwards = Handler.Props((context, message) => end.Tell(message, context.Sender));
        var between = system.ActorOf(passes ? forwards.WithInstrumentation(actor => actor.Trace = AkkaTraceMode.Never) : forwards);
        var first = system.ActorOf(Handler.Props((context, message) => between.Tell(message, context.Sender)).WithInstrumentation());
        await first.Ask<string>("started?", TimeSpan.FromSeconds(20));
        using var spans = SpanRecorder.WithRoot(out var root);
        Assert.Equal("order", await first.Ask<string>("order", TimeSpan.FromSeconds(20)));

        // What passes through is not sampled where it began outside of the trace: the question before has a span at the end only behind a plain
        // actor.
        await Eventually.Equal(passes ? (1, 2) : (2, 1), () => (last.Stopped.Count, spans.Stopped.Count));
        var begun = Assert.Single(spans.Stopped, span => span.ParentSpanId == root.SpanId);
        var ended = last.Stopped[^1];
        Assert.Equal(passes ? (begun.TraceId, begun.SpanId) : (ended.TraceId, default), (ended.TraceId, ended.ParentSpanId));
        Assert.Equal(passes, ended.TraceId == root.TraceId);
    }
}
