using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Whether the process stood still: stopped, frozen or swapped out, or its garbage collector stopped all threads. Then the background thread wakes
/// seconds too late. The watch of mailboxes samples it; any thread reads.
/// </summary>
/// <param name="lateTicks">By how much the background thread has woken too late so far.</param>
internal sealed class OwnClock(Func<long> lateTicks)
{
    // As long as the heartbeats of a cluster may be late by default.
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

    /// <summary>For how long it stood still within the last minute, and how long ago that ended; null for not.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public Standstill? Latest(long now)
    {
        lock (_lock)
        {
            return _seconds > 0 && now - _endedAt <= Ticks.Minute ? new(_seconds, Ticks.ToSeconds(now - _endedAt)) : null;
        }
    }
}

/// <summary>The process stood still.</summary>
/// <param name="Seconds">For how long.</param>
/// <param name="AgoSeconds">How long ago it went on.</param>
internal sealed record Standstill(double Seconds, double AgoSeconds)
{
    public override string ToString() => string.Create(
        System.Globalization.CultureInfo.InvariantCulture, $"stood still for {DurationWords.Text(Seconds)}, until {AgoSeconds:0} s ago");
}
