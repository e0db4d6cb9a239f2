namespace AkkaInstrumentation.Tests;

/// <summary>What a user has set up works under the instrumentation as without.</summary>
public sealed class UsersSetupSpec
{
    [Fact]
    public async Task System_actors_are_instrumented_when_they_are_asked_for()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(options => options.SystemActors = true));
        await host.AssertInstrumented(await host.StartActor(Echo.Props));
        Assert.Superset(new HashSet<string> { "Echo", "GuardianActor", "SystemGuardianActor" }, ActorTypes(host));
    }

    [Fact]
    public async Task The_host_shuts_down_cleanly()
    {
        var host = await TestHost.Start(akka => akka.WithInstrumentation(options => options.SystemActors = true));
        var stopped = new TaskCompletionSource();
        await host.StartActor(Props.Create(() => new Last(stopped)));
        await host.Stop();

        Assert.True(host.System.WhenTerminated.IsCompletedSuccessfully);
        Assert.True(stopped.Task.IsCompleted);
        await host.DisposeAsync();
    }

    private static HashSet<string> ActorTypes(TestHost host) =>
        [.. host.Points().Where(point => point.Metric == AkkaMetricNames.ActorLive)
            .Select(point => (string)point.Tags[AkkaSpanAttributes.ActorType]!)];

    private sealed class Last(TaskCompletionSource stopped) : ActorBase
    {
        protected override bool Receive(object message) => true;

        protected override void PostStop() => stopped.TrySetResult();
    }
}
