namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Which seconds count as those in which a dispatcher lacked threads.</summary>
public sealed class StarvedSecondsSpec
{
    private static readonly long Late = StarvedSeconds.Long;

    private readonly RecentEvents<StarvedSecond> _found = new();

    [Fact]
    public void A_second_counts_when_one_run_in_twenty_was_late()
    {
        var seconds = new StarvedSeconds("pool", (id, at) => _found.Add(new(id), at));
        Runs(seconds, second: 1, quick: 19, late: 1);
        Runs(seconds, second: 2, quick: 20, late: 1);
        Runs(seconds, second: 3, quick: 0, late: 1);
        Runs(seconds, second: 9, quick: 1, late: 0);

        // it counts at its end, whenever the next run comes
        Assert.Equal([2, 4], Assert.Single(_found.Read()).Seconds.Select(second => second.First / Stopwatch.Frequency));
        Assert.Equal("pool", _found.Read()[0].Latest.Dispatcher);
    }

    [Fact]
    public void A_timed_run_counts_as_all_that_it_stands_for()
    {
        var seconds = new StarvedSeconds("pool", (id, at) => _found.Add(new(id), at));
        seconds.Add(Late, shift: 0, At(1));
        seconds.Add(Late - 1, shift: 5, At(1));
        seconds.Add(Late, shift: 5, At(2));
        seconds.Add(Late - 1, shift: 0, At(3));
        Assert.Equal(At(3), Assert.Single(_found.Read()).First);
    }

    [Fact]
    public void Threads_that_see_the_next_second_at_different_moments_count_it_once()
    {
        var seconds = new StarvedSeconds("pool", (id, at) => _found.Add(new(id), at));
        seconds.Add(Late, shift: 0, At(1));
        seconds.Add(Late, shift: 0, At(2));
        seconds.Add(Late, shift: 0, At(1));
        Assert.Equal(1, Assert.Single(_found.Read()).Total);
    }

    private static long At(int second) => second * Stopwatch.Frequency;

    private static void Runs(StarvedSeconds seconds, int second, int quick, int late)
    {
        for (var i = 0; i < quick + late; i++)
        {
            seconds.Add(i < late ? Late : Late - 1, shift: 0, At(second));
        }
    }
}
