namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Head sampling by ratio: roots by chance, everything below them like them.</summary>
public sealed class RatioSpec
{
    [Theory]
    [InlineData("when-used")]
    [InlineData("always")]
    public async Task Of_20_000_roots_a_quarter_is_traced_and_of_each_the_whole_trace_or_nothing(string ids)
    {
        const int roots = 20_000;
        await using var system = Systems.Instrumented($"akka.instrumentation.tracing.sampling {{ ratio = 0.25, unsampled-trace-ids = {ids} }}");
        var prefix = $"quarter-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        var seen = new ConcurrentQueue<(string Actor, object Message, bool Recorded)>();
        var third = system.ActorOf(See("third", null), $"{prefix}-3");
        var second = system.ActorOf(See("second", third), $"{prefix}-2");
        var first = system.ActorOf(See("first", second), $"{prefix}-1");

        // all at once: the mailboxes fill while the adaptive share of timed messages falls
        first.TellNumbers(roots);

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
    public async Task Roots_that_a_rules_ratio_leaves_out_are_counted_as_estimated_from_those_that_it_draws()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.rules.few { message = Int32, ratio = 0.25 }");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Echo.Props, name);

        await actor.AskNumbers(1_000);

        var drawn = spans.Started.Count;
        Assert.InRange(drawn, 1, 999);
        Assert.Equal(3 * drawn, system.Extension.Roots.SuppressedRoots.Single(roots => roots.Reason == "ratio").Count);
    }
}
