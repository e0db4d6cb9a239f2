using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// Calls the adaptive parts of one actor system ten times a second, with the current time, while messages are being timed. The timer
/// stops when no message has been timed for a while. The next timed message starts it again.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Lives as long as its actor system, whose termination calls Stop.")]
internal sealed class AdaptationTimer
{
    public const int PerSecond = 10;

    private const int Period = 1000 / PerSecond;

    // Long enough for every rate to return to "all" before the timer stops.
    private const int BeatsBeforeRest = 3 * PerSecond;

    private readonly Action<long> _beat;
    private readonly Timer _timer;
    private int _running;
    private int _beating;
    private int _quietBeats;
    private volatile bool _touched;

    /// <param name="beat">Gets <see cref="Stopwatch"/> ticks. Two threads never call it at once.</param>
    public AdaptationTimer(Action<long> beat)
    {
        _beat = beat;

        // The timer must not keep the execution context of the code that makes the actor system.
        using var flow = ExecutionFlow.Suppress();
        _timer = new Timer(static self => ((AdaptationTimer)self!).Beat(), this, Timeout.Infinite, Timeout.Infinite);
    }

    /// <summary>Reports that a message was timed, and starts the timer if it has stopped. Any thread; two field reads while the timer runs.</summary>
    public void Touch()
    {
        if (!_touched)
        {
            _touched = true;
        }

        if (Volatile.Read(ref _running) == 0 && Interlocked.Exchange(ref _running, 1) == 0)
        {
            _timer.Change(Period, Period);
        }
    }

    public void Stop() => _timer.Dispose();

    private void Beat()
    {
        // If an adaptation lasts longer than the period, the next one is skipped.
        if (Interlocked.Exchange(ref _beating, 1) != 0)
        {
            return;
        }

        try
        {
            _beat(Stopwatch.GetTimestamp());
            RestWhenQuiet();
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Adaptation, e);
        }
        finally
        {
            Volatile.Write(ref _beating, 0);
        }
    }

    private void RestWhenQuiet()
    {
        _quietBeats = _touched ? 0 : _quietBeats + 1;
        _touched = false;
        if (_quietBeats < BeatsBeforeRest)
        {
            return;
        }

        _quietBeats = 0;
        _timer.Change(Timeout.Infinite, Timeout.Infinite);
        Volatile.Write(ref _running, 0);

        // A thread may have touched between the check and the stop. It may have believed that the timer still runs.
        Interlocked.MemoryBarrier();
        if (_touched)
        {
            Touch();
        }
    }
}
