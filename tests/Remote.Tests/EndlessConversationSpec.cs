namespace AkkaInstrumentation.Tests;

/// <summary>A conversation of two nodes that never ends: each counts its own spans, Producer spans too.</summary>
public sealed class EndlessConversationSpec
{
    private const int Messages = 1_000;

    [Fact]
    public async Task Each_node_keeps_its_budget()
    {
        const int Budget = 10;
        var watch = Stopwatch.StartNew();
        var spans = await Talk($"akka.instrumentation.tracing.sampling {{ ratio = 1, budget = {Budget} }}");

        Assert.InRange(spans, 50, 2 * (100 + (Budget * (watch.Elapsed.TotalSeconds + 0.2)) + 3));
    }

    [Fact]
    public async Task Each_node_ends_the_trace_at_its_own_largest_number_of_spans() =>
        Assert.Equal(2 * 99, await Talk("akka.instrumentation.tracing { sampling.ratio = 1e-9, max-spans-per-trace = 100 }"));

    // The number of spans in the trace in which it began.
    private static async Task<int> Talk(string hocon)
    {
        await using var nodes = Node.Two(out var here, out var there, $"akka.instrumentation.tracing.send-spans = on\n{hocon}");
        var (count, done) = (0, new TaskCompletionSource());
        var answer = (IActorContext context, object message) =>
        {
            if (message is string && Interlocked.Increment(ref count) < Messages)
            {
                context.Sender.Tell(message, context.Self);
            }
            else
            {
                done.TrySetResult();
            }
        };
        var one = here.ActorOf((context, message) => answer(context, message), "one");
        there.ActorOf((context, message) => answer(context, message), "two");
        await here.Meet(there);
        await there.Meet(here);
        var two = await here.Find(there, "two");

        using var recorder = SpanRecorder.WithRoot(out var root);
        two.Tell("ball", one);
        root.Dispose();
        await Eventually.Within(done.Task);
        await Eventually.True(() => recorder.Open.Count == 0);

        return recorder.Started.Count(span => span.Source.Name == AkkaTelemetry.SourceName);
    }
}
