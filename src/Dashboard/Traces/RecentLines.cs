using System.Diagnostics;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>
/// The application's latest log lines: warnings and errors always, if the history is kept, and information while a page is open, without ASP.NET Core's. Their
/// number and their rate are limited for each of the two: information never pushes a warning out. Any thread.
/// </summary>
internal sealed class RecentLines
{
    private readonly LineRing _warnings = new();
    private readonly LineRing _information = new();

    /// <summary>Whether one more line of this level may be added in this second.</summary>
    public bool TryTake(LogLevel level) => RingOf(level).TryTake();

    public void Add(RecentLine line) => RingOf(line.What.Level).Add(line);

    /// <summary>The latest first, and how many were left out.</summary>
    public (IReadOnlyList<RecentLine> Lines, long Omitted) Read(LogLevel least, string contains)
    {
        var (warnings, information) = (_warnings.Read(), _information.Read());
        return (
            [.. warnings.Lines.Concat(information.Lines).Where(line => line.What.Level >= least && (Has(line.What.Text) || Has(line.What.Category))).OrderByDescending(line => line.What.At)],
            warnings.Omitted + information.Omitted);

        bool Has(string text) => text.Contains(contains, StringComparison.OrdinalIgnoreCase);
    }

    private LineRing RingOf(LogLevel level) => level >= LogLevel.Warning ? _warnings : _information;
}

/// <summary>The latest lines of some levels. Any thread.</summary>
internal sealed class LineRing
{
    /// <summary>Older lines are forgotten. They take at most 1.2 MB.</summary>
    public const int Kept = 1_000;

    /// <summary>Lines kept in a second. Further ones are only counted, before their text is made.</summary>
    public const int PerSecond = 100;

    private readonly object _lock = new();
    private readonly Queue<RecentLine> _lines = new();
    private long _second;
    private int _inSecond;
    private long _omitted;

    public bool TryTake()
    {
        var second = Stopwatch.GetTimestamp() / Stopwatch.Frequency;
        lock (_lock)
        {
            (_second, _inSecond) = second == _second ? (second, _inSecond + 1) : (second, 1);
            _omitted += _inSecond > PerSecond ? 1 : 0;
            return _inSecond <= PerSecond;
        }
    }

    public void Add(RecentLine line)
    {
        lock (_lock)
        {
            _lines.Enqueue(line);
            if (_lines.Count > Kept)
            {
                _lines.Dequeue();
            }
        }
    }

    /// <summary>The latest first.</summary>
    public (IReadOnlyList<RecentLine> Lines, long Omitted) Read()
    {
        lock (_lock)
        {
            return ([.. _lines.Reverse()], _omitted);
        }
    }
}

/// <summary>One of them.</summary>
/// <param name="What">The line.</param>
/// <param name="Trace">The trace in which it was logged; default for none.</param>
internal readonly record struct RecentLine(SeenLine What, ActivityTraceId Trace);
