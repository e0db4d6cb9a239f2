using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Detects whether the process was suspended: stopped, frozen or swapped out, or all its threads stopped by the garbage collector. The background
/// thread then wakes seconds too late. The watch of mailboxes samples it; any thread reads.
/// </summary>
/// <param name="lateTicks">Returns the sum of the ticks by which the background thread has woken too late so far.</param>
internal sealed class OwnClock(Func<long> lateTicks)
{
    // The delay that a cluster's heartbeats may have by default.
    private static readonly long Long = 3 * Stopwatch.Frequency;

    private readonly object _lock = new();
    private long _late = lateTicks();
    private long _endedAt;
    private double _seconds;

    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Sample(long now)
    {
        lock (_lock)
        {
            var late = lateTicks();
            if (late - _late >= Long)
            {
                (_endedAt, _seconds) = (now, Ticks.ToSeconds(late - _late));
            }

            _late = late;
        }
    }

    /// <summary>The suspension within the last minute, with its duration and how long ago it ended; null for none.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public Standstill? Latest(long now)
    {
        lock (_lock)
        {
            return _seconds > 0 && now - _endedAt <= Ticks.Minute ? new(_seconds, Ticks.ToSeconds(now - _endedAt)) : null;
        }
    }
}

/// <summary>A suspension of the process.</summary>
/// <param name="Seconds">Its duration.</param>
/// <param name="AgoSeconds">How long ago it ended.</param>
internal sealed record Standstill(double Seconds, double AgoSeconds)
{
    public override string ToString() => string.Create(
        System.Globalization.CultureInfo.InvariantCulture, $"stood still for {DurationWords.Text(Seconds)}, until {AgoSeconds:0} s ago");
}
