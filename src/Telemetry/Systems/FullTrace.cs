using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>A rule that expires: every message to some actors gets a span.</summary>
[SuppressMessage("Design", "CA1001", Justification = "It disposes of the timer in its own Dispose.")]
internal sealed class FullTrace : IDisposable
{
    private static readonly TimeSpan Longest = TimeSpan.FromDays(1);

    private readonly Action<FullTrace> _ended;
    private readonly TimeSpan _duration;
    private readonly Timer _timer;
    private int _isOver;

    /// <exception cref="ArgumentException">The path or the duration is not allowed.</exception>
    public FullTrace(string path, TimeSpan duration, Action<FullTrace> ended)
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

        Pattern = pattern;
        _ended = ended;
        _duration = duration;
        var until = (DateTime.UtcNow + duration).ToString("u", CultureInfo.InvariantCulture);
        Rule = new Rule(
            "trace-fully",
            $"{SettingsLayer.RunTime}, until {until}",
            int.MinValue,
            new RuleEffect { Trace = AkkaTraceMode.Always, TracesAll = true },
            [new(RuleKeys.Path, [pattern])]);

        // The timer must not keep the execution context of the caller.
        using var flow = ExecutionFlow.Suppress();
        _timer = new Timer(static self => ((FullTrace)self!).TimeIsUp(), this, Timeout.Infinite, Timeout.Infinite);
    }

    public Rule Rule { get; }

    /// <summary>The path or pattern, without the address.</summary>
    public string Pattern { get; }

    /// <summary>Starts the time of the full trace, when it is in force.</summary>
    public void Begin() => _timer.Change(_duration, Timeout.InfiniteTimeSpan);

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isOver, 1) == 0)
        {
            _timer.Dispose();
            _ended(this);
        }
    }

    // What a timer throws would end the process.
    private void TimeIsUp() => TelemetryFault.Guard(TelemetryFault.Rules, this, static trace => trace.Dispose());
}
