namespace AkkaInstrumentation.Tests;

/// <summary>Figures become points of a history: one for each step, with a fixed number of them.</summary>
public sealed class HistoryStepsSpec
{
    private readonly HistorySteps _steps = new(TimeSpan.FromSeconds(5), 0);
    private long _messages;

    [Fact]
    public void A_step_becomes_a_point_when_it_is_over()
    {
        for (var second = 1; second < 5; second++)
        {
            Add(second, messages: 10, waiting: second == 3 ? 7 : 1, work: 0.001);
        }

        Assert.Empty(Points());
        Add(5, messages: 10, waiting: 1, work: 0.004, failures: 2);
        var point = Assert.Single(Points());
        Assert.Equal((10, 2, 7), (point.PerSecond, point.Failures, point.Waiting));
        Assert.InRange(point.WorkP95, 3_000, 4_000);
        Assert.Equal(float.NaN, point.WaitP95);
    }

    [Fact]
    public void A_sample_that_comes_once_in_a_step_is_a_point()
    {
        Add(5, messages: 50);
        Add(10, messages: 100);
        Assert.Equal([10, 20], Points().Select(point => point.PerSecond));
    }

    [Fact]
    public void The_latest_points_are_kept_and_no_more()
    {
        for (var step = 1; step <= 200; step++)
        {
            Add(5 * step, messages: step);
        }

        Assert.Equal(Enumerable.Range(141, 60).Select(step => step / 5f), Points().Select(point => point.PerSecond));
    }

    [Fact]
    public void A_day_has_as_many_points_as_it_has_steps()
    {
        var day = new HistorySteps(SystemHistory.Coarse, 0, kept: 288);
        for (var step = 1; step <= 300; step++)
        {
            var totals = new FigureTotals(step * 300 * System.Diagnostics.Stopwatch.Frequency);
            day.Add(totals, new FiguresSecond());
        }

        Assert.Equal(288, day.Read(day.All).Count());
    }

    [Fact]
    public void Nothing_is_known_of_steps_in_which_nothing_was_observed()
    {
        Add(5, messages: 5);
        Add(25, messages: 20);
        Assert.Equal([1, float.NaN, float.NaN, float.NaN, 1], Points().Select(point => point.PerSecond));
    }

    // While a page is open there is a sample each second, afterwards one for each step.
    [Theory]
    [InlineData(10)]
    [InlineData(12)]
    [InlineData(14)]
    public void The_end_of_a_look_leaves_no_gap(int looks)
    {
        for (int second = 1, sampled = 0; second <= 30; second++)
        {
            if (second <= looks || _steps.IsDue(second * Stopwatch.Frequency))
            {
                Add(second, messages: second - sampled);
                sampled = second;
            }
        }

        Assert.Equal([1, 1, 1, 1, 1, 1], Points().Select(point => point.PerSecond));
    }

    [Fact]
    public void A_type_that_comes_later_has_no_points_before()
    {
        Add(5, messages: 5);
        Add(10, messages: 5, type: "Late");
        Assert.Equal([float.NaN, 1], _steps.Read(_steps.Of("Late")!).Select(point => point.PerSecond));
        Assert.Null(_steps.Of("Never"));
    }

    [Fact]
    public void Many_quick_messages_do_not_hide_those_of_a_slow_type_nor_those_that_nobody_takes()
    {
        var (before, now, second) = (new FigureTotals(0), new FigureTotals(5 * Stopwatch.Frequency), new FiguresSecond());
        for (var i = 0; i < 1_000; i++)
        {
            second.Actor("Quick").Waits.Add(0.00009);
        }

        second.Actor("Slow").Waits.Add(45);
        (now.Actor("Quick").Depth, now.Actor("Slow").Depth, now.Actor("Slow").OldestAge) = (1, 1_795, 60);
        second.Count(before, now);
        _steps.Add(now, second);

        var point = Assert.Single(Points());
        Assert.InRange(point.WaitP95, 30e6, 50e6);
        Assert.Equal(60e6, point.Oldest);
        Assert.InRange(_steps.Read(_steps.Of("Quick")!).Single().WaitP95, 50, 100);
    }

    [Fact]
    public void A_step_has_the_processors_of_its_whole_length_and_the_mean_of_its_pauses()
    {
        for (var second = 1; second <= 5; second++)
        {
            var (before, now, seen) = (new FigureTotals((second - 1) * Stopwatch.Frequency),
                new FigureTotals(second * Stopwatch.Frequency), new FiguresSecond());
            seen.Count(before, now);
            _steps.Add(now, seen, new ProcessUse(second, GcPauses: second == 2 ? 0.5 : 0, 100 * second, HeapBytes: 7, 0, second, 0));
        }

        var use = Assert.Single(_steps.ReadProcess())!;
        Assert.Equal((3, 0.1, 500, 7, 5),
            (use.Processors, Math.Round(use.GcPauses, 6), use.WorkingSetBytes, use.HeapBytes, use.PoolThreads));
    }

    private List<HistoryPoint> Points() => [.. _steps.Read(_steps.All)];

    private void Add(int at, int messages, int waiting = 0, double? work = null, int failures = 0, string type = "Type")
    {
        var (before, now) = (new FigureTotals((at - 1) * Stopwatch.Frequency), new FigureTotals(at * Stopwatch.Frequency));
        before.Actor(type).Messages = _messages;
        now.Actor(type).Messages = _messages += messages;
        now.Actor(type).Failures = failures;
        now.Actor(type).Depth = waiting;
        var second = new FiguresSecond();
        if (work is { } seconds)
        {
            second.Actor(type).Works.Add(seconds);
        }

        second.Count(before, now);
        _steps.Add(now, second);
    }
}
