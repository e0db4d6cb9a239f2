namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Starts, stops and the caps on what is distinguished.</summary>
public class LifecycleSpec
{
    [Fact]
    public async Task Starts_and_stops_are_exact_also_for_actors_that_started_before_the_listener_came()
    {
        await using var system = Systems.Instrumented();
        var early = Enumerable.Range(0, 10).Select(_ => system.ActorOf(Echo.Props)).ToList();
        foreach (var actor in early[..4])
        {
            Assert.True(await actor.GracefulStop(TimeSpan.FromSeconds(20)));
        }

        using var metrics = new MetricRecorder(system);
        Assert.Equal(10, metrics.Sum(AkkaMetricNames.ActorStarted, (AkkaSpanAttributes.ActorType, "Echo")));
        await Eventually.Equal(4, () => metrics.Sum(AkkaMetricNames.ActorStopped, (AkkaSpanAttributes.ActorType, "Echo")));
        Assert.Equal(6, metrics.Sum(AkkaMetricNames.ActorLive, (AkkaSpanAttributes.ActorType, "Echo")));
    }

    [Fact]
    public async Task A_restart_is_neither_a_start_nor_a_stop()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF").Measured(out var metrics);
        var actor = system.ActorOf(Handler.Fallible);
        actor.Tell("fail", ActorRefs.NoSender);
        await actor.Ask<int>(1, TimeSpan.FromSeconds(20));

        Assert.Equal((1, 1, 2), (metrics.Sum(AkkaMetricNames.ActorRestarts), metrics.Sum(AkkaMetricNames.ActorFailures),
            metrics.Sum(AkkaMetricNames.ActorMessages)));
        await Eventually.Equal(1, () =>
            metrics.Of(AkkaMetricNames.ActorProcessDuration, (AkkaSpanAttributes.ErrorType, typeof(InvalidOperationException).FullName)).Count);
        Assert.Equal((1, 1), (metrics.Sum(AkkaMetricNames.ActorStarted), metrics.Sum(AkkaMetricNames.ActorLive)));
        Assert.Equal(0, metrics.Sum(AkkaMetricNames.ActorStopped));
    }

    [Fact]
    public async Task User_and_system_actors_are_told_apart_where_both_are_instrumented()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.system-actors = on").Measured(out var metrics);
        system.ActorOf(Echo.Props);

        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorStarted, (AkkaMetricAttributes.ActorCategory, "user")));
        Assert.True(metrics.Sum(AkkaMetricNames.ActorStarted, (AkkaMetricAttributes.ActorCategory, "system")) > 1);
    }

    [Fact]
    public async Task Actor_types_beyond_the_cap_share_one_name()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.metrics.max-actor-types = 1").Measured(out var metrics);
        var first = system.ActorOf(Echo.Props);
        system.ActorOf((_, _) => { });
        system.ActorOf(Props.Create(() => new First.Worker()));

        await first.Ask<int>(1, TimeSpan.FromSeconds(20));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorLive, (AkkaSpanAttributes.ActorType, "Echo")));
        Assert.Equal(2, metrics.Sum(AkkaMetricNames.ActorLive, (AkkaSpanAttributes.ActorType, "_other")));
        Assert.Equal(3, metrics.Sum(AkkaMetricNames.ActorStarted));
    }
}
