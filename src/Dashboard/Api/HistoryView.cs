using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The history of all actors or of one type.</summary>
/// <param name="Type">The actor type; null for all actors.</param>
/// <param name="Seconds">How far it reaches back, in seconds.</param>
/// <param name="Now">The present figures.</param>
/// <param name="Steps">The finest steps first.</param>
internal sealed record HistoryView(string? Type, double Seconds, HistoryNowView Now, IReadOnlyList<HistoryStepsView> Steps)
{
    /// <summary>Null when the type is not known.</summary>
    /// <param name="seen">The observation.</param>
    /// <param name="type">An actor type; null for all.</param>
    /// <param name="isWhole">Whether to include the coarsest steps, which reach back a day.</param>
    public static HistoryView? From(Observation seen, string? type, bool isWhole) => seen.History.ReadSteps(all =>
        type is not null && all[0].Of(type) is null
            ? null
            : new HistoryView(
                type,
                Ticks.ToSeconds(Stopwatch.GetTimestamp() - seen.History.Since),
                seen.Read(minute => HistoryNowView.From(minute, type, seen.History.Process.Use)),
                [.. all.Where(steps => isWhole || steps.Step < SystemHistory.Coarse)
                    .Select(steps => HistoryStepsView.From(steps, type is null ? steps.All : steps.Of(type)!))]));
}

/// <summary>The latest figures, by the names of the steps' lists. They are those of the overview. Null where nothing is known.</summary>
internal sealed record HistoryNowView(
    double PerSecond,
    long Waiting,
    double? OldestUs,
    double? WaitP95Us,
    double? WorkP95Us,
    double? Processors,
    double? GcPauses,
    double? MemoryBytes,
    double? HeapBytes,
    double? PoolThreads)
{
    public static HistoryNowView From(LastMinute minute, string? type, ProcessUse? use)
    {
        List<ActorTypeView> rows = [.. minute.Totals.Actors.Keys.Where(name => type is null || name == type)
            .Select(name => ActorTypeView.From([name], minute))];
        List<ActorTypeView> own = type is null ? [.. rows.Where(row => row.Category is null)] : rows;
        var oldest = ActorTypeFigures.Oldest(minute.Totals.Actors.Where(one => type is null || one.Key == type).Select(one => one.Value));
        return new(
            own.Sum(row => row.PerSecond), rows.Sum(row => row.Waiting), 1e6 * oldest,
            own.Max(row => row.Wait.P95?.Us), own.Max(row => row.Work.P95?.Us),
            use?.Processors, use?.GcPauses, use?.WorkingSetBytes, use?.HeapBytes, use?.PoolThreads);
    }
}

/// <summary>
/// Points of a history, the oldest first; each list has one value for each point. Null where nothing is known. Durations in microseconds.
/// </summary>
/// <param name="Step">Seconds between two points.</param>
/// <param name="Age">Seconds since the last point.</param>
/// <param name="PerSecond">Messages a second.</param>
/// <param name="Failures">Failures in the step.</param>
/// <param name="Restarts">Restarts in the step.</param>
/// <param name="Waiting">The most messages that waited.</param>
/// <param name="OldestUs">How long the oldest message had waited, at most; null when messages waited and no time is known.</param>
/// <param name="WaitP95Us">The time that 95 % of the messages did not exceed in the mailbox; for all actors, that of the slowest type.</param>
/// <param name="WorkP95Us">The same for the time in the handler.</param>
/// <param name="Processors">Processors that the process kept busy.</param>
/// <param name="GcPauses">Share of the time in which the garbage collector stopped the process.</param>
/// <param name="MemoryBytes">Memory of the process.</param>
/// <param name="HeapBytes">Size of the managed heap.</param>
/// <param name="PoolThreads">Threads of the thread pool.</param>
internal sealed record HistoryStepsView(
    int Step,
    double Age,
    IReadOnlyList<double?> PerSecond,
    IReadOnlyList<double?> Failures,
    IReadOnlyList<double?> Restarts,
    IReadOnlyList<double?> Waiting,
    IReadOnlyList<double?> OldestUs,
    IReadOnlyList<double?> WaitP95Us,
    IReadOnlyList<double?> WorkP95Us,
    IReadOnlyList<double?> Processors,
    IReadOnlyList<double?> GcPauses,
    IReadOnlyList<double?> MemoryBytes,
    IReadOnlyList<double?> HeapBytes,
    IReadOnlyList<double?> PoolThreads)
{
    public static HistoryStepsView From(HistorySteps steps, HistorySeries series)
    {
        var points = steps.Read(series).ToList();
        var process = steps.ReadProcess().ToList();
        return new(
            (int)steps.Step.TotalSeconds,
            steps.Age(Stopwatch.GetTimestamp()),
            Values(point => point.PerSecond),
            Values(point => point.Failures),
            Values(point => point.Restarts),
            Values(point => point.Waiting),
            Values(point => point.Oldest),
            Values(point => point.WaitP95),
            Values(point => point.WorkP95),
            [.. process.Select(use => use is null ? (double?)null : Math.Round(use.Processors, 3))],
            [.. process.Select(use => use is null ? (double?)null : Math.Round(use.GcPauses, 4))],
            [.. process.Select(use => (double?)use?.WorkingSetBytes)],
            [.. process.Select(use => (double?)use?.HeapBytes)],
            [.. process.Select(use => (double?)use?.PoolThreads)]);

        List<double?> Values(Func<HistoryPoint, float> value) =>
            [.. points.Select(value).Select(one => float.IsNaN(one) ? (double?)null : Math.Round(one, 2))];
    }
}
