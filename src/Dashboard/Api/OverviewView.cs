using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The figures of the actor system, one row for each actor type, and the watchdog's reports.</summary>
internal sealed record OverviewView(
    string System, double Seconds, int Window, IReadOnlyList<double> MessagesPerSecond, FiguresView Figures, IReadOnlyList<ActorTypeView> Actors, IReadOnlyList<ReportView> Reports)
{
    public static OverviewView Of(Observation seen) => seen.Read(minute =>
    {
        var rows = minute.Totals.Actors.Keys.Order(StringComparer.Ordinal).Select(type => ActorTypeView.Of([type], minute)).ToList();
        return new OverviewView(
            seen.System.SystemName,
            Ticks.ToSeconds(Stopwatch.GetTimestamp() - seen.History.Since),
            LastMinute.Window,
            minute.EachSecond(minute.Seconds.Select(second => second.Messages / second.Length)),
            FiguresView.Of(rows),
            rows,
            [.. seen.History.Reports.Select(report => ReportView.Of(report, seen.Growths))]);
    });
}

/// <summary>The sums of the rows.</summary>
internal sealed record FiguresView(double PerSecond, long Waiting, long Live, long RecentFailures, long Restarts)
{
    public static FiguresView Of(IReadOnlyList<ActorTypeView> rows) => new(
        rows.Sum(row => row.PerSecond), rows.Sum(row => row.Waiting), rows.Sum(row => row.Live), rows.Sum(row => row.RecentFailures), rows.Sum(row => row.Restarts));
}
