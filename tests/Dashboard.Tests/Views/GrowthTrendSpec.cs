using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

/// <summary>Whether a reported mailbox still grows.</summary>
public sealed class GrowthTrendSpec
{
    private static readonly WatchdogReport Report = new(
        WatchdogReport.Growing, HasEnded: false, Stopwatch.GetTimestamp(), "Printer", "/user/printer", 2, 500, 100, 0, "", "", "");

    private readonly GrowthTrend _trend = new();
    private int _second;

    [Fact]
    public void It_is_said_to_shrink_within_seconds_though_the_watchdogs_report_goes_on()
    {
        Look(500);
        Look(700);
        Assert.Equal("growing", State());
        Look(650);
        Look(600);
        Look(550);
        Look(500);
        Assert.Equal("shrinking", State());
        Look(600);
        Look(700);
        Assert.Equal("growing", State());
    }

    [Fact]
    public void Without_a_look_it_is_what_the_watchdog_has_reported() => Assert.Equal("growing", State());

    [Fact]
    public void A_mailbox_that_is_gone_is_not_remembered()
    {
        Look(500);
        _trend.Look([], _ => 1, 0);
        Assert.Null(_trend.Of("/user/printer"));
    }

    [Fact]
    public void A_report_that_has_ended_is_recovered() =>
        Assert.Equal("recovered", ReportView.Of(Report with { HasEnded = true }, _trend).State);

    private string State() => ReportView.Of(Report, _trend).State;

    private void Look(int depth) => _trend.Look(["/user/printer"], _ => depth, ++_second * Stopwatch.Frequency);
}
