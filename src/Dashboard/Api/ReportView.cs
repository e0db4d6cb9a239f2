using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>A report of the watchdog as of now.</summary>
/// <param name="State"><c>growing</c>, <c>waiting</c>, <c>shrinking</c> or <c>recovered</c>; <c>blocking</c> or <c>returned</c>.</param>
/// <param name="Actor">Name of the actor's type.</param>
/// <param name="Path">The actor's path.</param>
/// <param name="Seconds">How long it has gone on, or went on.</param>
/// <param name="EndedAgo">Seconds since it ended; null while it goes on.</param>
/// <param name="Facts">What is known of it.</param>
/// <param name="Senders">Main senders of the messages that wait.</param>
internal sealed record ReportView(string State, string Actor, string Path, double Seconds, double? EndedAgo, string Facts, string Senders)
{
    public static ReportView From(WatchdogReport report, GrowthTrend trend)
    {
        var ago = Ticks.ToSeconds(Stopwatch.GetTimestamp() - report.At);
        var (state, facts) = StateOf(report, trend);
        return new(state, report.Actor, report.Path, report.Seconds + (report.HasEnded ? 0 : ago), report.HasEnded
            ? ago : null, facts, report.Senders);
    }

    private static (string State, string Facts) StateOf(WatchdogReport report, GrowthTrend trend) => report switch
    {
        { Kind: WatchdogReport.Blocking, HasEnded: false } => ("blocking", $"{report.Message} holds thread {report.Thread}"),
        { Kind: WatchdogReport.Blocking } => ("returned", $"{report.Message} held thread {report.Thread}"),
        { HasEnded: true } => ("recovered", $"at most {report.Peak} messages waited"),
        _ when trend.Of(report.Path) is { Change: < 0, Depth: var depth } => ("shrinking", $"{depth} messages wait, fewer each second"),
        _ when trend.Of(report.Path) is { Change: 0, Depth: var depth } => ("waiting", $"{depth} messages wait, no longer growing"),
        _ =>
            ("growing", $"{trend.Of(report.Path)?.Depth ?? report.Depth} messages wait; when it was reported, {report.PerSecond:0} more each second"),
    };
}
