namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Load out of counts at known times.</summary>
public class LoadWindowSpec
{
    private readonly LoadWindow _window = new(0);

    [Fact]
    public void What_waits_drains_at_the_pace_at_which_messages_are_taken()
    {
        Assert.Equal(5, Record(seconds: 10, messages: 100, waiting: 50, live: 2).DrainSeconds, 6);

        // the backlog is worked off
        Assert.Equal(1, Record(seconds: 20, messages: 300, waiting: 20, live: 2).DrainSeconds, 6);
    }

    [Fact]
    public void Utilization_comes_from_the_measured_messages()
    {
        Serve(0.1, 20);
        var load = Record(seconds: 10, messages: 100, waiting: 0, live: 2);
        Assert.Equal(0.5, load.Utilization!.Value, 6);
        Assert.Equal(0, load.DrainSeconds);
    }

    [Fact]
    public void Utilization_is_absent_until_a_message_was_measured_and_stays_when_none_is_any_more()
    {
        Assert.Null(Record(seconds: 10, messages: 100, waiting: 0, live: 1).Utilization);

        Serve(0.01, 1);
        Assert.Equal(0.1, Record(seconds: 20, messages: 200, waiting: 0, live: 1).Utilization!.Value, 6);
        Assert.Equal(0.2, Record(seconds: 30, messages: 400, waiting: 0, live: 1).Utilization!.Value, 6);
    }

    [Fact]
    public void Utilization_is_never_above_one()
    {
        Serve(1, 1);
        Assert.Equal(1, Record(seconds: 10, messages: 100, waiting: 0, live: 1).Utilization);
    }

    [Fact]
    public void What_waits_while_nothing_is_taken_never_drains()
    {
        Record(seconds: 10, messages: 100, waiting: 5, live: 1);
        Assert.Equal(double.PositiveInfinity, Record(seconds: 20, messages: 100, waiting: 5, live: 1).DrainSeconds);
    }

    [Fact]
    public void The_window_is_of_ten_seconds_however_often_somebody_collects()
    {
        for (var tenth = 1; tenth <= 1_000; tenth++)
        {
            // ten a second, and for the last ten seconds a hundred
            var messages = tenth <= 900 ? tenth : 900 + ((tenth - 900) * 10);
            Record(tenth / 10.0, messages, waiting: 1_000, live: 1);
        }

        // 90 to 100 a second
        Assert.InRange(_window.Current!.DrainSeconds, 9.999, 1_000 / 90.0);
    }

    [Fact]
    public void A_rare_collection_gets_the_mean_since_the_last_time()
    {
        Record(seconds: 60, messages: 600, waiting: 0, live: 1);
        Assert.Equal(2, Record(seconds: 120, messages: 1_800, waiting: 40, live: 1).DrainSeconds, 6);
    }

    [Fact]
    public void A_message_at_work_counts_in_each_sample_before_it_ends()
    {
        for (var second = 1; second <= 45; second++)
        {
            Assert.Equal(1, Record(second, messages: 1, waiting: 0, live: 1, begun: 0).Utilization!.Value, 6);
        }
    }

    /// <summary>Handlers of 25 seconds one after the other, a sample each second: no sample may be below 1.</summary>
    [Fact]
    public void Long_messages_one_after_the_other_are_a_utilization_of_one_at_any_time()
    {
        for (var second = 1; second <= 100; second++)
        {
            var begun = second / 25 * 25;
            if (begun == second)
            {
                _window.Served(25 * Stopwatch.Frequency, 0, second * Stopwatch.Frequency);
            }

            Assert.Equal(1, Record(second, messages: 1 + (second / 25), waiting: 0, live: 1, begun).Utilization!.Value, 6);
        }
    }

    [Fact]
    public void When_a_long_message_has_ended_its_time_leaves_the_window()
    {
        for (var second = 1; second <= 40; second++)
        {
            Record(second, messages: 1, waiting: 0, live: 1, begun: 0);
        }

        for (var second = 41; second <= 60; second++)
        {
            Assert.Equal(Math.Max(0, 50 - second) / 10.0, Record(second, messages: 1, waiting: 0, live: 1).Utilization ?? 0, 6);
        }
    }

    /// <summary>A walk has seen the message already, so the end adds what has come since then.</summary>
    [Fact]
    public void A_measured_message_counts_once()
    {
        var now = Stopwatch.GetTimestamp();
        var window = new LoadWindow(now - (30 * Stopwatch.Frequency));
        var work = new WorkTotals(window.WalkedAt);
        work.Add(window.WalkedAt);
        window.Record(now - Stopwatch.Frequency, 1, 0, 10, work);
        Assert.Equal(0.1, window.Current!.Utilization!.Value, 6);
        window.Served(30 * Stopwatch.Frequency, 0, now);
        window.Record(now, 1, 0, 10);
        Assert.Equal(0.1, window.Current!.Utilization!.Value, 6);
    }

    private void Serve(double seconds, int messages)
    {
        for (var i = 0; i < messages; i++)
        {
            _window.Served((long)(seconds * Stopwatch.Frequency), 0, long.MaxValue);
        }
    }

    private Load Record(double seconds, long messages, long waiting, long live, double begun = -1)
    {
        var work = new WorkTotals(_window.WalkedAt);
        if (begun >= 0)
        {
            work.Add((long)(begun * Stopwatch.Frequency));
        }

        _window.Record((long)(seconds * Stopwatch.Frequency), messages, waiting, live, work);
        return _window.Current!;
    }
}
