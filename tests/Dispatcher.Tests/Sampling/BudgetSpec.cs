namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>A budget on real actors and real time: bounds that hold however slow the machine is.</summary>
public sealed class BudgetSpec
{
    private sealed record Flood;

    private sealed record Rare(int Kind);

    [Fact]
    public async Task No_more_spans_than_the_budget_allows_and_rare_types_are_seen_beside_a_flood()
    {
        const int budget = 100;
        const int capacity = budget / 4;
        await using var system = Systems.Instrumented($"akka.instrumentation.tracing.sampling.budget = {budget}");
        var prefix = $"budget-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        var handled = 0;
        var busy = system.ActorOf((_, _) => Interlocked.Increment(ref handled), $"{prefix}-busy");
        var rare = system.ActorOf(Echo.Props, $"{prefix}-rare");
        var watch = Stopwatch.StartNew();

        // a flood with never more than 100 messages waiting, and a rare one each time the clock has moved on
        var flood = Task.Factory.StartNew(
            () =>
            {
                for (var sent = 0; watch.Elapsed < TimeSpan.FromSeconds(3); sent++)
                {
                    busy.Tell(new Flood(), ActorRefs.NoSender);
                    SpinWait.SpinUntil(() => sent - Volatile.Read(ref handled) < 100);
                }
            },
            TaskCreationOptions.LongRunning);
        var rareSpans = () => spans.Started.Count(span => Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath), $"/user/{prefix}-rare"));
        await Eventually.True(() =>
        {
            rare.Tell(new Rare(1), ActorRefs.NoSender);
            return rareSpans() > 0;
        });
        await Eventually.Within(flood);
        var elapsed = watch.Elapsed.TotalSeconds;
        var found = spans.Started.Count;

        Assert.InRange(rareSpans(), 1, found - 1);
        Assert.InRange(found, 2, (elapsed * budget) + capacity + 2);
        Assert.Contains(AkkaInstrumentationExtension.For(system.System).Roots.SuppressedRoots,
            suppressed => suppressed is { Reason: "budget", Count: > 0 });
    }
}
