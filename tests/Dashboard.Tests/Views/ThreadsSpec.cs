namespace AkkaInstrumentation.Tests;

/// <summary>Who keeps threads busy.</summary>
public sealed class ThreadsSpec
{
    [Fact]
    public async Task The_type_and_the_message_that_keep_a_thread_busy_are_named()
    {
        await using var host = await DashboardHost.Open();
        var actor = host.System.ActorOf((_, message) => Thread.Sleep((int)message), "sleeper");
        await Eventually.Passes(() =>
        {
            for (var i = 0; i < 5; i++)
            {
                actor.Tell(20);
            }

            var busy = host.Now("dispatchers").GetProperty("busy").EnumerateArray().First();
            Assert.Equal("Int32 akka.actor.default-dispatcher",
                $"{busy.GetProperty("messageType").GetString()} {busy.GetProperty("dispatcher").GetString()}");
            Assert.InRange(busy.GetProperty("threads").GetDouble(), 0.01, 2);
        });
    }

    [Fact]
    public async Task The_named_stages_of_streams_are_listed()
    {
        await using var host = await DashboardHost.Open();
        Assert.Equal(System.Text.Json.JsonValueKind.Null, host.Now("dispatchers").GetProperty("streams").ValueKind);

        var stage = host.System.Extension.Insight.Streams.For("orders");
        stage.Start().End(new TimeoutException());
        var running = stage.Start();
        running.Pulled();
        running.Pushed();
        await Eventually.Passes(() =>
        {
            var listed = Assert.Single(host.Now("dispatchers").GetProperty("streams").EnumerateArray());
            Assert.Equal(("orders", 1, 1, 1), (listed.GetProperty("name").GetString()!, listed.GetProperty("running").GetInt32(),
                listed.GetProperty("elements").GetInt32(), listed.GetProperty("failures").GetInt32()));
            Assert.InRange(listed.GetProperty("waitsForDemand").GetDouble(), 0, 1);
            Assert.True(listed.GetProperty("oldestWaitSeconds").GetDouble() >= 0);
        });
    }
}
