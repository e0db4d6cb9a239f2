namespace AkkaInstrumentation.Tests;

/// <summary>What all answers of a dashboard may cost together.</summary>
public sealed class AnswerBudgetSpec
{
    private readonly AnswerBudget _budget = new();
    private long _now = Stopwatch.GetTimestamp();

    [Theory]
    [InlineData(nameof(AnswerRank.Search), 2.25)]
    [InlineData(nameof(AnswerRank.View), 9)]
    public void Whoever_asks_all_the_time_gets_a_tenth_of_a_processor_and_what_was_saved_up(string rank, double milliseconds)
    {
        var took = (long)(milliseconds / 1_000 * Stopwatch.Frequency);
        var (begun, refused) = (_now, 0);
        while (_now - begun < 600 * Stopwatch.Frequency)
        {
            refused += Ask(Enum.Parse<AnswerRank>(rank), "hostile", took) ? 0 : 1;
        }

        Assert.InRange(_budget.Spent, 60 * Stopwatch.Frequency, (60 * Stopwatch.Frequency) + AnswerBudget.Full + took);
        Assert.InRange(refused, 1_000_000, int.MaxValue);
    }

    [Fact]
    public void Searches_leave_time_to_the_views_and_views_leave_the_status_line()
    {
        Exhaust(AnswerRank.Search, "hostile");
        Assert.InRange(_budget.SecondsToWait(AnswerRank.Search, "hostile", _now), 1, 30);
        Assert.Equal(0, _budget.SecondsToWait(AnswerRank.View, "hostile", _now));
        Exhaust(AnswerRank.View, "hostile");
        Assert.InRange(_budget.SecondsToWait(AnswerRank.View, "hostile", _now), 1, 30);
        Assert.Equal(0, _budget.SecondsToWait(AnswerRank.Status, "hostile", _now));
    }

    [Fact]
    public void Whoever_asks_without_end_takes_no_answer_from_a_viewer_who_asks_little()
    {
        for (var second = 0; second < 300; second++)
        {
            Exhaust(AnswerRank.View, "hostile");
            Assert.True(Ask(AnswerRank.Search, "another", Stopwatch.Frequency / 200), $"A search is refused in second {second}.");
            Assert.True(Ask(AnswerRank.View, "another", Stopwatch.Frequency / 200), $"A view is refused in second {second}.");
            _now += Stopwatch.Frequency;
        }
    }

    [Fact]
    public void A_refusal_names_the_seconds_after_which_there_is_an_answer()
    {
        Exhaust(AnswerRank.View, "hostile");
        _now += _budget.SecondsToWait(AnswerRank.View, "hostile", _now) * Stopwatch.Frequency;
        Assert.Equal(0, _budget.SecondsToWait(AnswerRank.View, "hostile", _now));
    }

    [Fact]
    public void A_thousand_viewers_together_get_no_more()
    {
        var begun = _now;
        for (var viewer = 0; _now - begun < 60 * Stopwatch.Frequency; viewer++)
        {
            Ask(AnswerRank.Search, $"viewer {viewer % 1_000}", Stopwatch.Frequency / 100);
        }

        Assert.InRange(_budget.Spent, 0, (6 * Stopwatch.Frequency) + AnswerBudget.Full);
    }

    private void Exhaust(AnswerRank rank, string viewer)
    {
        while (Ask(rank, viewer, Stopwatch.Frequency / 1_000))
        {
        }
    }

    // One processor: a refusal takes a tenth of a millisecond, an answer the time that it takes.
    private bool Ask(AnswerRank rank, string viewer, long took)
    {
        if (_budget.SecondsToWait(rank, viewer, _now) > 0)
        {
            _now += Stopwatch.Frequency / 10_000;
            return false;
        }

        _now += took;
        _budget.Spend(viewer, took, _now);
        return true;
    }
}
