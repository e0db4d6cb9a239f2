using System.Diagnostics;
using Akka.Actor;
using Akka.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary>An instrumented host that nobody collects from. Alone, since listeners are the process's.</summary>
[Collection(Alone.Name)]
public sealed class NobodyListensSpec
{
    [Fact]
    public async Task Messages_flow_and_nothing_is_emitted()
    {
        await using var host = await TestHost.StartWithoutSdk(akka => akka.WithInstrumentation());
        var actor = await host.StartActor(Echo.Props);
        for (var i = 0; i < 100; i++)
        {
            Assert.Equal(i, await actor.Ask<int>(i));
        }

        Assert.False(Listeners.AreThere);
        using var late = new MetricRecorder(host.System.Name);
        Assert.All(late.Poll(), measured => Assert.True(measured.Name is AkkaMetricNames.ActorLive or AkkaMetricNames.ActorStarted || measured.Value == 0, measured.ToString()));
        Assert.Empty(late.Recorded);
        Assert.Empty(host.Sdk.Spans);
    }

    [Fact]
    public async Task The_current_activity_is_nobodys_but_the_users()
    {
        await using var host = await TestHost.StartWithoutSdk(akka => akka.WithInstrumentation());
        await using var plain = Systems.Plain();
        var instrumented = await CurrentInHandler(host.System);

        Assert.Same(await CurrentInHandler(plain.System), instrumented);
    }

    // what a handler finds as current activity when it is sent to from inside one, which stays current at the sender
    private static async Task<Activity?> CurrentInHandler(ActorSystem system)
    {
        var found = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf(Handler.Props((_, _) => found.TrySetResult(Activity.Current)));
        using var sender = new Activity("sender").Start();
        actor.Tell("look");
        Assert.Same(sender, Activity.Current);
        var current = await Eventually.Within(found.Task);
        Assert.Same(sender, Activity.Current);
        return current;
    }
}
