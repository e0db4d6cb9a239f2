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
}
