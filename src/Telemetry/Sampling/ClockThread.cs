using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Publishes the time a hundred times a second while it is read. It publishes 0 while it rests; a reader then wakes it. If its thread
/// cannot be started, it continues to publish 0, and readers get the true time. The start is tried again after a second at the earliest.
/// </summary>
/// <param name="show">Gets <see cref="Stopwatch"/> ticks, or 0.</param>
/// <param name="start">Starts the thread without the caller's execution context: the thread must not keep the context of the first message.</param>
internal sealed class ClockThread(Action<long> show, Action<Thread> start)
{
    /// <summary>Milliseconds between two updates.</summary>
    public const int Period = 10;

    private const int BeatsBeforeRest = 100;

    private readonly object _lock = new();
    private bool _hasThread;
    private bool _rests = true;
    private long _shown;
    private long _triedAt;

    /// <summary>Wakes the thread and returns the time. Called by any thread that has read 0. Never throws.</summary>
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
            // Another reader has just tried.
            return false;
        }
        else if (!TryStart())
        {
            Volatile.Write(ref _triedAt, now);
            return false;
        }

        // The time is read here, under the lock, because it must not be earlier than the last published time.
        _rests = false;
        Show(Stopwatch.GetTimestamp());
        return true;
    }

    // The new thread takes the lock before it reads any state.
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
