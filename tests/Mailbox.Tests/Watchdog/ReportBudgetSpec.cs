using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Watchdog;

public class ReportBudgetSpec
{
    private static readonly long Minute = 60 * Stopwatch.Frequency;

    [Fact]
    public void So_many_are_reported_in_a_minute_and_the_next_report_counts_the_others()
    {
        var budget = new ReportBudget(() => 2);
        Assert.Equal([true, true, false, false, false], Enumerable.Range(0, 5).Select(i => budget.Takes(i, out _)).ToList());
        Assert.False(budget.Takes(Minute - 1, out _));

        Assert.True(budget.Takes(Minute, out var heldBack));
        Assert.Equal(4, heldBack);
        Assert.True(budget.Takes(Minute + 1, out heldBack));
        Assert.Equal(0, heldBack);
        Assert.False(budget.Takes(Minute + 2, out _));
    }
}
