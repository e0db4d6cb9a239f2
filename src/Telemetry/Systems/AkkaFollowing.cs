using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// Messages that have one value are followed, for a limited time and number. Any thread.
/// <see cref="AkkaInstrumentationControl.Follow(string, string, TimeSpan, int)"/> returns it.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "It disposes of the timer in its own Dispose.")]
public sealed class AkkaFollowing : IDisposable
{
    /// <summary>The longest duration: a day.</summary>
    internal static readonly TimeSpan Longest = TimeSpan.FromDays(1);

    /// <summary>The largest number of traces.</summary>
    internal const int Most = 10_000;

    private readonly Action<AkkaFollowing> _ended;
    private readonly TimeSpan _duration;
    private readonly Timer _timer;
    private int _isOver;

    internal AkkaFollowing(string attribute, string value, TimeSpan duration, int traces, Action<AkkaFollowing> ended)
    {
        ArgumentException.ThrowIfNullOrEmpty(attribute);
        ArgumentNullException.ThrowIfNull(value);
        ArgumentOutOfRangeException.ThrowIfLessThan(traces, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(traces, Most);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(duration, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(duration, Longest);
        (Followed, _ended, _duration, Until) = (new(attribute, value, traces), ended, duration, DateTimeOffset.UtcNow + duration);

        // The timer must not keep the execution context of the caller.
        using var flow = ExecutionFlow.Suppress();
        _timer = new Timer(static self => ((AkkaFollowing)self!).TimeIsUp(), this, Timeout.Infinite, Timeout.Infinite);
    }

    /// <summary>The attribute of spans, or the item of baggage, that is looked at.</summary>
    public string Attribute => Followed.Name;

    /// <summary>The value that it must have.</summary>
    public string Value => Followed.Value;

    /// <summary>The number of traces that have begun so far.</summary>
    public int Traces => Followed.Taken;

    /// <summary>When it ends by itself.</summary>
    public DateTimeOffset Until { get; }

    internal FollowedValue Followed { get; }

    internal void Begin() => _timer.Change(_duration, Timeout.InfiniteTimeSpan);

    /// <summary>Ends it now. Traces that have begun go on.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isOver, 1) == 0)
        {
            _timer.Dispose();
            Followed.End();
            _ended(this);
        }
    }

    // What a timer throws would end the process.
    private void TimeIsUp() => TelemetryFault.Guard(TelemetryFault.Rules, this, static following => following.Dispose());
}
