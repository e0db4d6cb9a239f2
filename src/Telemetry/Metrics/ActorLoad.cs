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
    private LoadSums _current;
    private LoadSums _before;

    /// <summary>The time, in seconds, that sums cover which are read now. It is shorter when the process has just begun to measure.</summary>
    public static double CoveredSeconds(long now) => Ticks.ToSeconds(Math.Clamp(now - MeasuredSince, 1, Window + (now % Window)));

    /// <summary>A timed message has ended, which stands for 2^<paramref name="shift"/> messages.</summary>
    public void Served(long worked, long waited, int shift, long now)
    {
        lock (this)
        {
            Turn(now);
            _current.Worked += Math.Max(0, worked) << shift;
            _current.Waited += Math.Max(0, waited) << shift;
            _current.Messages += 1L << shift;
            _current.Timed++;
        }
    }

    /// <summary>A message or a start has failed.</summary>
    public void Failed(long now)
    {
        lock (this)
        {
            Turn(now);
            _current.Failures++;
        }
    }

    public LoadSums Read(long now)
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

/// <summary>Sums of one actor: ticks and messages are estimates from the timed messages.</summary>
internal struct LoadSums
{
    public long Worked;
    public long Waited;
    public long Messages;
    public int Timed;
    public int Failures;

    public static LoadSums operator +(LoadSums a, LoadSums b) => new()
    {
        Worked = a.Worked + b.Worked,
        Waited = a.Waited + b.Waited,
        Messages = a.Messages + b.Messages,
        Timed = a.Timed + b.Timed,
        Failures = a.Failures + b.Failures,
    };
}
