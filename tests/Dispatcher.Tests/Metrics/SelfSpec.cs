namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>What the instrumentation reports about itself.</summary>
public sealed class SelfSpec
{
    [Fact]
    public async Task Its_own_time_grows_with_messages_that_are_traced_and_with_runs()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.metrics.distributions = all").Measured(out var metrics);
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Echo.Props);
        actor.TellNumbers(2_000);

        await actor.Ask<string>("answer", TimeSpan.FromSeconds(20));
        await actor.Ask<string>("answer", TimeSpan.FromSeconds(20));

        // of 2,000 messages one in 64 is measured: that none was is beyond chance
        Assert.True(Own(metrics, "message") > 0);
        await Eventually.True(() => Own(metrics, "run") > 0);
        Assert.True(Own(metrics, "run") <= metrics.Poll().Where(measured => measured.Name == AkkaMetricNames.DispatcherBusyTime)
            .Sum(measured => measured.Value));
    }

    [Fact]
    public async Task Roots_that_the_budget_refuses_are_counted()
    {
        await using var system = Systems.Instrumented("akka.instrumentation { tracing.sampling.budget = 10, metrics.distributions-rate = 1000 }");
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.UnderPath("/user/suppressed");
        var actor = system.ActorOf(Echo.Props, "suppressed");
        actor.TellNumbers(900);

        await actor.Ask<string>("answer", TimeSpan.FromSeconds(20));

        // fewer than are timed a second: each is a candidate
        var suppressed = metrics.Sum(AkkaMetricNames.InstrumentationSpanSuppressed, (AkkaMetricAttributes.InstrumentationSuppressedBy, "budget"));
        Assert.Equal(901, suppressed!.Value + spans.Started.Count);
        Assert.InRange(spans.Started.Count, 1, 900);
    }

    [Fact]
    public void Callbacks_that_threw_are_counted_by_kind()
    {
        using var metrics = new MetricRecorder((string?)null);
        var kind = $"test {Guid.NewGuid()}";
        TelemetryFault.Report(kind, new InvalidOperationException());
        TelemetryFault.Report(kind, new Unspeakable());

        Assert.Equal(2, metrics.Sum(AkkaMetricNames.InstrumentationCallbackFailures, (AkkaMetricAttributes.InstrumentationCallbackType, kind)));
    }

    private sealed class Unspeakable : Exception
    {
        public override string ToString() => throw new InvalidOperationException("on purpose");
    }

    [Fact]
    public async Task Collections_are_timed()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder((string?)null);
        var time = ActorSystems.WalkedTicks;

        metrics.Poll();

        Assert.True(ActorSystems.WalkedTicks > time);
    }

    private static double Own(MetricRecorder metrics, string part) => metrics.Poll()
        .Where(measured => measured.Name == AkkaMetricNames.InstrumentationTime && measured.Has([(AkkaMetricAttributes.InstrumentationPart, part)]))
        .Sum(measured => measured.Value);
}
