using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Pressure;

/// <summary>Rates out of counts at known times.</summary>
public class LoadWindowSpec
{
    private readonly LoadWindow _window = new(0);
    private ServiceTimes _times;

    [Fact]
    public void There_is_no_load_before_a_walk() => Assert.Null(_window.Current);

    [Fact]
    public void What_came_was_taken_or_waits()
    {
        var load = Note(seconds: 10, messages: 100, waiting: 50, live: 2);
        Assert.Equal(15, load.Arrivals, 6);
        Assert.Equal(5, load.DrainSeconds, 6);

        // the backlog is worked off: more is taken than comes
        Assert.Equal(7, Note(seconds: 20, messages: 200, waiting: 20, live: 2).Arrivals, 6);
    }

    [Fact]
    public void Utilization_and_service_rate_come_from_the_measured_messages()
    {
        Serve(0.1, 20);
        var load = Note(seconds: 10, messages: 100, waiting: 0, live: 2);
        Assert.Equal(20, load.Service!.Value, 6);
        Assert.Equal(0.5, load.Utilization!.Value, 6);
        Assert.Equal(0, load.DrainSeconds);
    }

    [Fact]
    public void Both_are_absent_until_a_message_was_measured_and_stay_when_none_is_any_more()
    {
        var load = Note(seconds: 10, messages: 100, waiting: 0, live: 1);
        Assert.Equal((null, null), (load.Service, load.Utilization));

        Serve(0.01, 1);
        Assert.Equal(0.1, Note(seconds: 20, messages: 200, waiting: 0, live: 1).Utilization!.Value, 6);
        Assert.Equal(0.2, Note(seconds: 30, messages: 400, waiting: 0, live: 1).Utilization!.Value, 6);
    }

    [Fact]
    public void Utilization_is_never_above_one()
    {
        Serve(1, 1);
        Assert.Equal(1, Note(seconds: 10, messages: 100, waiting: 0, live: 1).Utilization);
    }

    [Fact]
    public void Without_live_actors_nothing_is_served()
    {
        Serve(1, 1);
        var load = Note(seconds: 10, messages: 1, waiting: 0, live: 0);
        Assert.Equal(((double?)0.0, (double?)0.0), (load.Service, load.Utilization));
    }

    [Fact]
    public void What_waits_while_nothing_is_taken_never_drains()
    {
        Note(seconds: 10, messages: 100, waiting: 5, live: 1);
        Assert.Equal(double.PositiveInfinity, Note(seconds: 20, messages: 100, waiting: 5, live: 1).DrainSeconds);
    }

    [Fact]
    public void Messages_that_went_with_their_actor_are_no_negative_arrivals()
    {
        Note(seconds: 10, messages: 0, waiting: 500, live: 1);
        Assert.Equal(0, Note(seconds: 20, messages: 10, waiting: 0, live: 0).Arrivals);
    }

    [Fact]
    public void The_window_is_of_ten_seconds_however_often_somebody_collects()
    {
        for (var tenth = 1; tenth <= 1_000; tenth++)
        {
            // ten a second, and for the last ten seconds a hundred
            var messages = tenth <= 900 ? tenth : 900 + ((tenth - 900) * 10);
            Note(tenth / 10.0, messages, waiting: 0, live: 1);
        }

        Assert.InRange(_window.Current!.Arrivals, 90, 100.001);
    }

    [Fact]
    public void Who_collects_seldom_gets_the_mean_since_the_last_time()
    {
        Note(seconds: 60, messages: 600, waiting: 0, live: 1);
        Assert.Equal(20, Note(seconds: 120, messages: 1_800, waiting: 0, live: 1).Arrivals, 6);
    }

    private void Serve(double seconds, int messages)
    {
        for (var i = 0; i < messages; i++)
        {
            _times.Add((long)(seconds * Stopwatch.Frequency));
        }
    }

    private Load Note(double seconds, long messages, long waiting, long live)
    {
        _window.Note((long)(seconds * Stopwatch.Frequency), messages, waiting, live, _times);
        return _window.Current!;
    }
}
