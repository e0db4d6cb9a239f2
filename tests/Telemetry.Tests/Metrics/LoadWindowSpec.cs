using System.Diagnostics;

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

    private void Serve(double seconds, int messages)
    {
        for (var i = 0; i < messages; i++)
        {
            _window.Served((long)(seconds * Stopwatch.Frequency));
        }
    }

    private Load Record(double seconds, long messages, long waiting, long live)
    {
        _window.Record((long)(seconds * Stopwatch.Frequency), messages, waiting, live);
        return _window.Current!;
    }
}
