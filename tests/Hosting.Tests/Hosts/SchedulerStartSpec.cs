namespace AkkaInstrumentation.Tests;

/// <summary>
/// An application's actor system often starts before its tracer provider. Whoever then schedules first, and does so inside an activity, must not
/// become the parent of what Akka's scheduler sends.
/// </summary>
[Collection(Alone.Name)]
public class SchedulerStartSpec
{
    [Fact]
    public async Task The_tracer_provider_starts_the_scheduler_of_a_system_that_is_there_before_it()
    {
        Assert.False(AkkaTelemetry.Source.HasListeners());
        await using var system = Systems.Instrumented(NotedScheduler.Hocon);
        var calls = NotedScheduler.CallsOf(system.System);
        Assert.Empty(calls);

        using var provider = Sdk.CreateTracerProviderBuilder().AddAkkaInstrumentation().Build();

        Assert.True(Assert.Single(calls));
    }
}
