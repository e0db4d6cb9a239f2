using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Health;

/// <summary>Rare events within a time, by what is the same about them: how many, since when, and how many are kept.</summary>
public sealed class RecentEventsSpec
{
    private readonly RecentEvents<string> _events = new();

    [Fact]
    public void Events_before_the_time_do_not_count()
    {
        Add("a", times: 2, at: 10);
        Add("a", times: 2, at: 20);
        Assert.Equal(4, Assert.Single(Since(10).Worst).Count);
        Assert.Equal(2, Assert.Single(Since(11).Worst).Count);
        Assert.Equal(0, Since(21).Count);
    }

    [Fact]
    public void The_latest_are_kept_and_no_more()
    {
        Add("first", times: 10, at: 1);
        Add("second", times: RecentEvents.Kept - 4, at: 2);
        Assert.Equal([("second", RecentEvents.Kept - 4), ("first", 4)], Since(0).Worst.Select(found => (found.What, found.Count)));
    }

    [Fact]
    public void Trouble_began_after_the_last_pause_that_is_longer_than_the_time()
    {
        var second = Stopwatch.Frequency;
        Add("a", times: 1, at: second);
        foreach (var at in new long[] { 100, 150, 200, 250 })
        {
            Add("a", times: 1, at: at * second);
        }

        var found = Assert.Single(_events.Frequent(200 * second, 1, what => what, 260 * second).Worst);
        Assert.Equal(new Repeated<string>("a", 2, 160), found);
    }

    private Findings<(string What, int Count)> Since(long since) => _events.Frequent(since, 1, what => what, since + 100).Select(found => (found.Latest, found.Count));

    private void Add(string what, int times, long at)
    {
        for (var i = 0; i < times; i++)
        {
            _events.Add(what, at);
        }
    }
}
