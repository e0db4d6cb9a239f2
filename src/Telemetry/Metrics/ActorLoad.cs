using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The work and the failures of one actor in the last half to one minute. An actor has none before its first timed message or failure. Any
/// thread; the lock is held for a few additions, mostly by the thread that records <see cref="PendingMeasurements"/>.
/// </summary>
internal sealed class ActorLoad
{
    private static readonly long Window = Ticks.Minute / 2;

    // The first use, which is the first timed message or failure of the process.
    private static readonly long MeasuredSince = Stopwatch.GetTimestamp();

    private long _window;
    private WorkSums _current;
    private WorkSums _before;

    /// <summary>The time, in seconds, that sums cover which are read now. It is shorter when the process has just begun to measure.</summary>
    public static double CoveredSeconds(long now) => Ticks.ToSeconds(Math.Clamp(now - MeasuredSince, 1, Window + (now % Window)));

    /// <summary>A timed message has ended, which stands for 2^<paramref name="shift"/> messages.</summary>
    public void Served(long worked, long waited, int shift, long now)
    {
        lock (this)
        {
            Turn(now);
            _current += WorkSums.Message(waited, worked, shift);
        }
    }

    /// <summary>A message or a start has failed.</summary>
    public void Failed(long now)
    {
        lock (this)
        {
            Turn(now);
            _current += WorkSums.Failure;
        }
    }

    public WorkSums Read(long now)
    {
        lock (this)
        {
            Turn(now);
            return _before + _current;
        }
    }

    // A thread that is late may find a newer window. Then its message counts there.
    private void Turn(long now)
    {
        if (now / Window is var window && window > _window)
        {
            (_before, _current, _window) = (window == _window + 1 ? _current : default, default, window);
        }
    }
}

/// <summary>Sums of messages, estimated from those that are timed.</summary>
/// <param name="Messages">How many.</param>
/// <param name="Failures">How many of them failed, exactly.</param>
/// <param name="Waits">The messages whose wait is known.</param>
/// <param name="WaitTicks">Their time in the mailbox.</param>
/// <param name="WorkTicks">The time of all in the handler.</param>
/// <param name="Timed">How many were timed.</param>
internal readonly record struct WorkSums(long Messages, long Failures, long Waits, long WaitTicks, long WorkTicks, int Timed)
{
    /// <summary>One message or start that has failed.</summary>
    public static readonly WorkSums Failure = new(0, 1, 0, 0, 0, 0);

    /// <summary>A timed message, which stands for 2^<paramref name="shift"/> messages.</summary>
    /// <param name="waited">Ticks in the mailbox; negative when that is not known.</param>
    /// <param name="worked">Ticks in the handler.</param>
    /// <param name="shift">The weight.</param>
    public static WorkSums Message(long waited, long worked, int shift) => new(
        1L << shift, 0, waited < 0 ? 0 : 1L << shift, Math.Max(0, waited) << shift, Math.Max(0, worked) << shift, 1);

    public static WorkSums operator +(in WorkSums a, in WorkSums b) => new(
        a.Messages + b.Messages, a.Failures + b.Failures, a.Waits + b.Waits, a.WaitTicks + b.WaitTicks, a.WorkTicks + b.WorkTicks, a.Timed + b.Timed);

    public static WorkSums operator -(in WorkSums a, in WorkSums b) => new(
        a.Messages - b.Messages, a.Failures - b.Failures, a.Waits - b.Waits, a.WaitTicks - b.WaitTicks, a.WorkTicks - b.WorkTicks, a.Timed - b.Timed);
}
