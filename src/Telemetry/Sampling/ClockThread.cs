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
    private readonly ThreadStarter _starter = new(start);
    private bool _hasThread;
    private bool _rests = true;
    private long _shown;

    /// <summary>Wakes the thread and returns the time. Called by any thread that has read 0. Never throws.</summary>
    public long Wake()
    {
        if (!_starter.MayTry)
        {
            return Stopwatch.GetTimestamp();
        }

        lock (_lock)
        {
            return _rests && !TryGoOn() ? Stopwatch.GetTimestamp() : _shown;
        }
    }

    private bool TryGoOn()
    {
        if (_hasThread)
        {
            Monitor.Pulse(_lock);
        }
        else if (!_starter.TryStart(Beat, "clock"))
        {
            return false;
        }

        _hasThread = true;

        // The time is read here, under the lock, because it must not be earlier than the last published time.
        _rests = false;
        Show(Stopwatch.GetTimestamp());
        return true;
    }

    private void Show(long now)
    {
        _shown = now;
        show(now);
    }

    // The new thread takes the lock before it reads any state.
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
