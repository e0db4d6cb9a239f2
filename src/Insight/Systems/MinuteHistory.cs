using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The pauses of the garbage collector at each of the last minutes. The watch of mailboxes samples it, and who reads a diagnosis. Any thread, under its
/// lock.
/// </summary>
internal sealed class MinuteHistory
{
    private const int Minutes = 5;

    // A timer is never on time to the millisecond.
    private static readonly long Minute = 59 * Stopwatch.Frequency;

    // The oldest first.
    private readonly Queue<Moment> _moments = new();

    /// <summary>Keeps the present moment, if the last one is a minute ago.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Sample(long now)
    {
        lock (_moments)
        {
            if (_moments.Count > 0 && now - _moments.Last().At < Minute)
            {
                return;
            }

            if (_moments.Count > Minutes)
            {
                _moments.Dequeue();
            }

            _moments.Enqueue(new(now, GC.GetTotalPauseDuration(), GC.CollectionCount(2)));
        }
    }

    /// <summary>How long the garbage collector has stopped all threads, in the last half to one and a half minutes; null when it is too early.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public CollectorPauses? Pauses(long now)
    {
        lock (_moments)
        {
            return _moments.LastOrDefault(moment => now - moment.At >= Minute / 2) is not { } before ? null : new(
                (GC.GetTotalPauseDuration() - before.Paused).TotalSeconds, Ticks.ToSeconds(now - before.At), GC.CollectionCount(2) - before.Full);
        }
    }

    private sealed record Moment(long At, TimeSpan Paused, int Full);
}

/// <summary>The garbage collections of the process in a time.</summary>
/// <param name="PausedSeconds">For how long they stopped all threads.</param>
/// <param name="Seconds">The length of the time.</param>
/// <param name="Full">Collections of generation 2.</param>
internal sealed record CollectorPauses(double PausedSeconds, double Seconds, int Full)
{
    public double Share => PausedSeconds / Seconds;
}
