using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>A history of a fixed length in steps of one length, for all actors and for each actor type. Not thread-safe.</summary>
/// <param name="step">The length of a step.</param>
/// <param name="now">When it begins, <see cref="Stopwatch"/> ticks.</param>
/// <param name="kept">How many points are kept for each series.</param>
internal sealed class HistorySteps(TimeSpan step, long now, int kept = 60)
{
    // A timer is never on time to the millisecond.
    private const double Early = 0.5;

    private readonly Dictionary<string, HistorySeries> _types = [];
    private readonly Func<HistorySeries> _newSeries = () => new HistorySeries(kept);
    private readonly ProcessUse?[] _process = new ProcessUse?[kept];
    private double _busy;
    private double _paused;
    private long _began = now;
    private int _next;

    public TimeSpan Step => step;

    /// <summary>The number of points so far, up to the number that is kept.</summary>
    public int Count { get; private set; }

    /// <summary>Seconds since the last point.</summary>
    public double Age(long now) => Ticks.ToSeconds(now - _began);

    public HistorySeries All { get; } = new(kept);

    /// <summary>Null for a type that is not known.</summary>
    public HistorySeries? Of(string type) => _types.GetValueOrDefault(type);

    /// <summary>Whether the next sample ends the step.</summary>
    public bool IsDue(long now) => Ticks.ToSeconds(now - _began) >= step.TotalSeconds - Early;

    public void Add(FigureTotals totals, FiguresSecond second, ProcessUse? process = null)
    {
        All.Add(second.Sum, totals.Actors.Values.Sum(type => type.Depth), ActorTypeFigures.Oldest(totals.Actors.Values));
        foreach (var (name, figures) in totals.Actors)
        {
            FigureTotals.Limited.Of(_types, name, FigureTotals.MaxTypes, _newSeries)
                .Add(second.Of(name), figures.Depth, ActorTypeFigures.Oldest([figures]));
        }

        _busy += (process?.Processors ?? 0) * second.Length;
        _paused += (process?.GcPauses ?? 0) * second.Length;

        if (!IsDue(totals.At))
        {
            return;
        }

        // Nothing is observed while a machine sleeps.
        var passed = Ticks.ToSeconds(totals.At - _began);
        for (var missed = Math.Min((long)Math.Round(passed / step.TotalSeconds) - 1, kept); missed > 0; missed--)
        {
            Push(null, static (series, place) => series.Skip(place));
        }

        var use = process is null ? null : process with { Processors = _busy / passed, GcPauses = _paused / passed };
        List<HistorySeries> own = [.. _types.Where(type => totals.Actors.GetValueOrDefault(type.Key)?.Category is null).Select(type => type.Value)];
        Push(use, (series, place) => series.Close(place, passed, series == All ? own : null));
        (_began, _busy, _paused) = (totals.At, 0, 0);
    }

    public IEnumerable<HistoryPoint> Read(HistorySeries series) => series.Read(_next - Count + kept, Count);

    /// <summary>The process at the end of each step; null where nothing is known.</summary>
    public IEnumerable<ProcessUse?> ReadProcess() => Enumerable.Range(_next - Count + kept, Count).Select(place => _process[place % kept]);

    private void Push(ProcessUse? process, Action<HistorySeries, int> push)
    {
        _process[_next] = process;
        foreach (var series in _types.Values)
        {
            push(series, _next);
        }

        push(All, _next);
        _next = (_next + 1) % kept;
        Count = Math.Min(Count + 1, kept);
    }
}
