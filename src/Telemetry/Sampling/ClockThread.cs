using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Shows the time a hundred times a second while somebody reads it, and shows 0 while it rests: then a reader wakes it. Where its thread
/// cannot be started it goes on showing 0, and readers get the true time; it is tried again a second later at the earliest.
/// </summary>
/// <param name="show">Gets <see cref="Stopwatch"/> ticks, or 0.</param>
/// <param name="start">Starts the thread without the starter's context: what flows where the first message is handled must not be kept.</param>
internal sealed class ClockThread(Action<long> show, Action<Thread> start)
{
    /// <summary>Milliseconds between two beats.</summary>
    public const int Period = 10;

    private const int BeatsBeforeRest = 100;

    private readonly object _lock = new();
    private bool _hasThread;
    private bool _rests = true;
    private long _shown;
    private long _triedAt;

    /// <summary>Returns the time. Any thread that has been shown 0. Never throws.</summary>
    public long Wake()
    {
        var now = Stopwatch.GetTimestamp();
        if (Volatile.Read(ref _triedAt) is not 0 and var tried && now - tried < Stopwatch.Frequency)
        {
            return now;
        }

        lock (_lock)
        {
            if (_rests && !TryGoOn(now))
            {
                return now;
            }

            return _shown;
        }
    }

    private bool TryGoOn(long now)
    {
        if (_hasThread)
        {
            Monitor.Pulse(_lock);
        }
        else if (_triedAt != 0 && now - _triedAt < Stopwatch.Frequency)
        {
            // another reader has just tried
            return false;
        }
        else if (!TryStart())
        {
            Volatile.Write(ref _triedAt, now);
            return false;
        }

        // read here, under the lock: it must not be earlier than what was shown last
        _rests = false;
        Show(Stopwatch.GetTimestamp());
        return true;
    }

    // The thread waits for the lock before it looks at anything.
    private bool TryStart()
    {
        try
        {
            start(new Thread(Beat) { IsBackground = true, Name = "AkkaInstrumentation clock" });
            _hasThread = true;
            Volatile.Write(ref _triedAt, 0);
            return true;
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Thread, e);
            return false;
        }
    }

    private void Show(long now)
    {
        _shown = now;
        show(now);
    }

    private void Beat()
    {
        while (true)
        {
            for (var beat = 1; beat < BeatsBeforeRest; beat++)
            {
                Thread.Sleep(Period);
                Show(Stopwatch.GetTimestamp());
            }

            Thread.Sleep(Period);
            lock (_lock)
            {
                _rests = true;
                Show(0);
                while (_rests)
                {
                    Monitor.Wait(_lock);
                }
            }
        }
    }
}
