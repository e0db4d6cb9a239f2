namespace AkkaInstrumentation.Tests.Health;

/// <summary>Rare events within a time, by what is the same about them: how many, since when, and how many kinds are told apart.</summary>
public sealed class RecentEventsSpec
{
    private static readonly long Second = Stopwatch.Frequency;

    private readonly RecentEvents<ActorRestart> _events = new();

    [Fact]
    public void Events_before_the_time_do_not_count()
    {
        Add("a", times: 2, at: 10 * Second);
        Add("a", times: 2, at: 20 * Second);
        Assert.Equal(4, Assert.Single(Since(10 * Second).Worst).Count);
        Assert.Equal(2, Assert.Single(Since(11 * Second).Worst).Count);
        Assert.Equal(0, Since(21 * Second).Count);
    }

    [Fact]
    public void Trouble_began_after_the_last_pause_that_is_longer_than_the_time()
    {
        Add("a", times: 1, at: Second);
        foreach (var at in new long[] { 100, 150, 200, 250 })
        {
            Add("a", times: 1, at: at * Second);
        }

        var found = Assert.Single(_events.Frequent(200 * Second, 1, what => what.Path, 260 * Second).Worst);
        Assert.Equal(new Repeated<ActorRestart>(Restart("a"), 2, 160) { LatestSeconds = 10, ClearsSeconds = 50 }, found);
    }

    [Fact]
    public void A_flood_is_counted_exactly_and_hides_nothing()
    {
        const int PerSecond = 5_000;
        for (var i = 0; i < 80 * PerSecond; i++)
        {
            var at = Second + (i * Second / PerSecond);
            _events.Add(Restart("noisy"), at);
            if (i % (20 * PerSecond) == 0)
            {
                _events.Add(Restart("quiet"), at);
            }
        }

        var now = 81 * Second;
        var found = _events.Frequent(now - (60 * Second), 1, what => what.Path, now).Worst;
        Assert.Equal([("noisy", 300_000, 80.0), ("quiet", 3, 80.0)], found.Select(one => (one.Latest.Path, one.Count, Math.Round(one.Seconds, 3))));
        var noisy = _events.Read().Single(one => one.Latest.Path == "noisy");
        Assert.Equal((80L * PerSecond, Second), (noisy.Total, noisy.First));
        Assert.InRange(now - noisy.Last, 0, Second / 1_000);
    }

    [Fact]
    public void Counts_of_the_last_hour_stay_exact_though_few_times_are_kept()
    {
        for (var at = 1; at <= 3_600; at++)
        {
            Add("a", times: 3, at: at * Second);
        }

        var now = 3_600 * Second;
        Assert.Equal(3 * 3_600, Assert.Single(Since(Second).Worst).Count);
        Assert.Equal(3 * 61, Assert.Single(_events.Frequent(now - (60 * Second), 1, what => what.Path, now).Worst).Count);
        Assert.InRange(_events.Read().Single().Seconds.Count, 61, 130);
    }

    [Fact]
    public void An_owner_with_endless_keys_pushes_out_no_other_and_its_own_share_is_counted_as_other()
    {
        _events.Add(new("/user/quiet", "Quiet"), Second);
        const int Keys = 100_000;
        for (var i = 0; i < Keys; i++)
        {
            _events.Add(new($"/user/noisy/{i}", "Noisy"), (2 * Second) + i);
        }

        _events.Add(new("/user/late", "Late"), 3 * Second);
        var all = _events.Read();
        Assert.InRange(all.Count, RecentEvents.MaxKeys, RecentEvents.MaxKeys + 2);
        Assert.Equal(["/user/late", "/user/quiet"], all.Where(one => one.Latest.ActorType != "Noisy").Select(one => one.Latest.Path).Order());
        var other = Assert.Single(all, one => one.Latest.Path == "_other");
        Assert.Equal(("Noisy", Keys - RecentEvents.MaxKeys + 1), (other.Latest.ActorType, other.Total));
    }

    [Fact]
    public void A_key_that_has_been_idle_for_a_minute_makes_room_for_a_new_one()
    {
        for (var i = 0; i < RecentEvents.MaxKeys; i++)
        {
            _events.Add(new($"/user/noisy/{i}", "Noisy"), Second);
        }

        _events.Add(new("/user/noisy/new", "Noisy"), 62 * Second);
        Assert.Contains(_events.Read(), one => one.Latest.Path == "/user/noisy/new");
        Assert.Equal(RecentEvents.MaxKeys, _events.Read().Count);
    }

    [Fact]
    public async Task Threads_that_count_the_same_key_lose_nothing()
    {
        const int Threads = 4;
        const int Times = 50_000;
        await Task.WhenAll(Enumerable.Range(0, Threads).Select(thread => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < Times; i++)
                {
                    _events.Add(Restart(i % 2 == 0 ? "all" : $"one{thread}"), Stopwatch.GetTimestamp());
                }
            },
            TaskCreationOptions.LongRunning)));

        var totals = _events.Read().ToDictionary(one => one.Latest.Path, one => one.Total);
        Assert.Equal(Threads * Times / 2, totals["all"]);
        Assert.All(Enumerable.Range(0, Threads), thread => Assert.Equal(Times / 2, totals[$"one{thread}"]));
    }

    private static ActorRestart Restart(string path) => new(path, "Actor");

    private Findings<(string Path, int Count)> Since(long since) =>
        _events.Frequent(since, 1, what => what.Path, since + 100).Select(found => (found.Latest.Path, found.Count));

    private void Add(string what, int times, long at)
    {
        for (var i = 0; i < times; i++)
        {
            _events.Add(Restart(what), at);
        }
    }
}
