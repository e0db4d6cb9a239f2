using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The figures of the actor system, one row for each actor type, and the watchdog's reports.</summary>
internal sealed record OverviewView(
    string System, double Seconds, int Window, IReadOnlyList<double> MessagesPerSecond, FiguresView Figures, IReadOnlyList<ActorTypeView> Actors, IReadOnlyList<ReportView> Reports)
{
    /// <summary>Rows beyond this number are summed up in one, so that the rows add up to the figures above them.</summary>
    public const int MaxRows = 100;

    /// <summary>Rows with charts.</summary>
    public const int MaxCharts = 20;

    public static OverviewView Of(Observation seen) => seen.Read(minute =>
    {
        var types = minute.Totals.Actors
            .OrderBy(type => type.Value.Category is not null)
            .ThenByDescending(type => type.Value.Messages).ThenBy(type => type.Key, StringComparer.Ordinal)
            .ToList();
        List<ActorTypeView> rows =
        [
            .. types.Take(MaxRows)
                .Select((type, index) => ActorTypeView.Of([type.Key], minute, withCharts: index < MaxCharts))
                .OrderBy(row => row.Category is not null).ThenBy(row => row.Type, StringComparer.Ordinal),
        ];
        if (types.Count > MaxRows)
        {
            rows.Add(ActorTypeView.Of([.. types.Skip(MaxRows).Select(type => type.Key)], minute, withCharts: false) with { Type = $"{types.Count - MaxRows} more types" });
        }

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

/// <summary>The sums of the rows: traffic of the application's, trouble of all.</summary>
internal sealed record FiguresView(double PerSecond, long Waiting, long Live, long RecentFailures, long Restarts)
{
    public static FiguresView Of(IReadOnlyList<ActorTypeView> rows)
    {
        var own = rows.Where(row => row.Category is null).ToList();
        return new(
            own.Sum(row => row.PerSecond), rows.Sum(row => row.Waiting), own.Sum(row => row.Live),
            rows.Sum(row => row.RecentFailures), rows.Sum(row => row.Restarts));
    }
}
