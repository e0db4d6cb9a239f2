namespace AkkaInstrumentation.Tests;

/// <summary>Who keeps threads busy, and the process over time.</summary>
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
                $"{busy.GetProperty("message").GetString()} {busy.GetProperty("dispatcher").GetString()}");
            Assert.InRange(busy.GetProperty("threads").GetDouble(), 0.01, 2);
        });
    }

    [Fact]
    public void Pauses_of_a_step_are_the_mean_of_its_seconds()
    {
        var steps = new HistorySteps(TimeSpan.FromSeconds(5), 0);
        for (var second = 1; second <= 5; second++)
        {
            var (before, now, sample) = (new FigureTotals((second - 1) * Stopwatch.Frequency),
                new FigureTotals(second * Stopwatch.Frequency), new FiguresSecond());
            sample.Count(before, now);
            steps.Add(now, sample, new ProcessUse(1, GcPauses: second == 2 ? 0.5 : 0, 0, HeapBytes: 7, 0, 0, 0));
        }

        Assert.Equal((0.1, 7), Assert.Single(steps.ReadProcess()) is { } use ? (Math.Round(use.GcPauses, 6), use.HeapBytes) : default);
    }
}
