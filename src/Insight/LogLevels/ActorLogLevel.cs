using System.Diagnostics;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>The log level of some actors, until its time or its lines are over. It needs no timer: whoever reads it sees that it is over.</summary>
internal sealed class ActorLogLevel : IDisposable
{
    public const int MaxLines = 100_000;

    private static readonly TimeSpan Longest = TimeSpan.FromDays(1);

    private readonly Action<ActorLogLevel> _ended;
    private readonly PathPattern _pattern;
    private readonly long _since = Stopwatch.GetTimestamp();
    private readonly TimeSpan _duration;
    private int _lines;
    private volatile bool _isEnded;

    /// <exception cref="ArgumentException">The path, the level, the duration or the number of lines is not allowed.</exception>
    public ActorLogLevel(string path, LogLevel level, TimeSpan duration, int lines, Action<ActorLogLevel> ended)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        var pattern = path.StartsWith('/') || !ActorPath.TryParse(path, out var parsed) ? path : parsed.ToStringWithoutAddress();
        if (PathPattern.ProblemOf(pattern) is { } problem)
        {
            throw new ArgumentException($"'{ForeignText.Clean(path)}': {problem}.", nameof(path));
        }

        if (duration <= TimeSpan.Zero || duration > Longest)
        {
            throw new ArgumentOutOfRangeException(nameof(duration), duration, $"Allowed is more than nothing and at most {Longest}.");
        }

        if (lines is < 1 or > MaxLines)
        {
            throw new ArgumentOutOfRangeException(nameof(lines), lines, $"Allowed are 1 to {MaxLines} lines.");
        }

        if (!Enum.IsDefined(level))
        {
            throw new ArgumentOutOfRangeException(nameof(level), level, "Allowed are the levels of Akka.");
        }

        (_ended, _pattern, _duration, _lines) = (ended, new PathPattern(pattern), duration, lines);
        (Path, Level) = (pattern, level);
    }

    /// <summary>The path or pattern, without the address.</summary>
    public string Path { get; }

    public LogLevel Level { get; }

    /// <summary>Lines that may still pass although they are below the level of all others.</summary>
    public int LinesLeft => Math.Max(0, Volatile.Read(ref _lines));

    public TimeSpan TimeLeft => IsOver ? TimeSpan.Zero : _duration - Stopwatch.GetElapsedTime(_since);

    public bool IsOver => _isEnded || Volatile.Read(ref _lines) <= 0 || Stopwatch.GetElapsedTime(_since) >= _duration;

    /// <summary>Whether a line's source is one of these actors: <c>akka://shop/user/orders</c>, with or without the node.</summary>
    public bool Matches(string source) => PathIn(source) is { } path && _pattern.Matches(path);

    public bool TryTakeLine() => Interlocked.Decrement(ref _lines) >= 0;

    public void Dispose()
    {
        _isEnded = true;
        _ended(this);
    }

    // Sources that are no actors, "Shop (akka://shop)", have no path.
    private static string? PathIn(string source) =>
        source.StartsWith("akka", StringComparison.Ordinal)
        && source.IndexOf("://", StringComparison.Ordinal) is > 0 and var scheme
        && source.IndexOf('/', scheme + 3) is > 0 and var begin
            ? source[begin..] : null;
}
