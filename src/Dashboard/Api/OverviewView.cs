using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The figures of the actor system, and one row for each actor type.</summary>
internal sealed record OverviewView(string System, double Seconds, int Window, FiguresView Figures, IReadOnlyList<ActorTypeView> Actors)
{
    public static OverviewView From(Observation seen) => seen.Read(minute =>
    {
        var rows = minute.Totals.Actors
            .OrderBy(type => type.Value.Category is not null).ThenBy(type => type.Key, StringComparer.Ordinal)
            .Select(type => ActorTypeView.From([type.Key], minute, seen.Namespaces)).ToList();
        return new OverviewView(
            seen.System.SystemName,
            Ticks.ToSeconds(Stopwatch.GetTimestamp() - seen.History.Since),
            LastMinute.Window,
            FiguresView.From(rows),
            rows);
    });
}

/// <summary>The sums of the rows: traffic of the application's actors, failures and restarts of all actors.</summary>
internal sealed record FiguresView(double PerSecond, long Waiting, long Live, long RecentFailures, long Restarts)
{
    public static FiguresView From(IReadOnlyList<ActorTypeView> rows)
    {
        var own = rows.Where(row => row.Category is null).ToList();
        return new(
            own.Sum(row => row.PerSecond), rows.Sum(row => row.Waiting), own.Sum(row => row.Live),
            rows.Sum(row => row.RecentFailures), rows.Sum(row => row.Restarts));
    }
}
