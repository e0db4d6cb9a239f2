using System.Diagnostics;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>
/// The application's latest log lines: warnings and errors always, if the history is kept, and information while a page is open, without that of
/// ASP.NET Core. Number and rate are limited separately for the two groups, so information never pushes a warning out. Within a group, the sources of
/// lines share both limits fairly. Any thread.
/// </summary>
internal sealed class RecentLines
{
    private const int MaxSources = 500;

    private readonly LineRing _warnings = new();
    private readonly LineRing _information = new();
    private readonly Capped<string, LineSource> _sources = new(MaxSources, static _ => FoldedNames.Other, static name => new(name));

    /// <summary>The source of a line. Sources beyond the limit count as one.</summary>
    public LineSource Find(string name) => _sources.For(name);

    /// <summary>Whether one more line of this level may be added now.</summary>
    public bool TryTake(LineSource source, LogLevel level) => RingOf(level).TryTake(level >= LogLevel.Warning ? source.Warnings : source.Information);

    public void Add(LineSource source, RecentLine line) => RingOf(line.What.Level).Add(source.Name, line);

    /// <summary>The lines, the latest first, and how many were left out.</summary>
    public (IReadOnlyList<RecentLine> Lines, long Omitted) Read(LogLevel least, string contains)
    {
        var (warnings, information) = (_warnings.Read(), _information.Read());
        return (
            [.. warnings.Lines.Concat(information.Lines).Where(line => line.What.Level >= least && (Has(line.What.Text) || Has(line.What.Category)))
                .OrderByDescending(line => line.What.At)],
            warnings.Omitted + information.Omitted);

        bool Has(string text) => text.Contains(contains, StringComparison.OrdinalIgnoreCase);
    }

    private LineRing RingOf(LogLevel level) => level >= LogLevel.Warning ? _warnings : _information;
}

/// <summary>A source of lines: a category, or actors with similar paths.</summary>
internal sealed class LineSource(string name)
{
    public string Name => name;

    /// <summary>
    /// The name for one of Akka's log sources, <c>[akka://shop/user/orders/order-17#123]</c>. Path elements with a digit and those that Akka has
    /// named count as equal, so the many actors of a type are usually one source.
    /// </summary>
    public static string NameFor(string akkaSource) => string.Join('/', akkaSource.Trim('[', ']').Split('/').Select(element =>
    {
        var name = element.Split('#')[0];
        return name.StartsWith('$') || name.Any(char.IsAsciiDigit) ? "*" : name;
    }));

    /// <summary>Its share of the warnings and errors.</summary>
    public FairShare Warnings { get; } = new();

    /// <summary>Its share of the other lines.</summary>
    public FairShare Information { get; } = new();
}

/// <summary>The latest lines of some levels. Any thread.</summary>
internal sealed class LineRing
{
    /// <summary>Older lines are forgotten. They take at most 1.2 MB.</summary>
    public const int Kept = 1_000;

    /// <summary>The number of lines kept in a second, and as many more after a rest. Further lines are only counted, before their text is
    /// created.</summary>
    public const int PerSecond = 100;

    private readonly FairLimit _limit = new(PerSecond, PerSecond);
    private readonly FairRing<RecentLine> _lines = new(static _ => 1);
    private long _omitted;

    public bool TryTake(FairShare share)
    {
        var isTaken = _limit.TryTake(share, Stopwatch.GetTimestamp(), out _);
        if (!isTaken)
        {
            Interlocked.Increment(ref _omitted);
        }

        return isTaken;
    }

    public void Add(string source, RecentLine line)
    {
        lock (_lines)
        {
            _lines.Add(source, line);
            if (_lines.Size > Kept)
            {
                _lines.TakeFromLargest();
            }
        }
    }

    /// <summary>The lines, the latest of each source first.</summary>
    public (IReadOnlyList<RecentLine> Lines, long Omitted) Read()
    {
        lock (_lines)
        {
            return ([.. _lines.Items.Reverse()], Interlocked.Read(ref _omitted));
        }
    }
}

/// <summary>One of the latest lines.</summary>
/// <param name="What">The line.</param>
/// <param name="Trace">The trace in which it was logged; default for none.</param>
internal readonly record struct RecentLine(SeenLine What, ActivityTraceId Trace);
