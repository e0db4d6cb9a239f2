using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// Ten times a second, while messages are being timed, gives the adaptive parts of one actor system the time of day. It
/// rests, timer and all, when no message has been timed for a while; the next one wakes it.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Lives as long as its actor system, whose termination calls Stop.")]
internal sealed class Pulse
{
    public const int PerSecond = 10;

    private const int Period = 1000 / PerSecond;

    // long enough for every rate to be back at "all" before the rest
    private const int BeatsBeforeRest = 3 * PerSecond;

    private readonly Action<long> _beat;
    private readonly Timer _timer;
    private int _running;
    private int _beating;
    private int _quietBeats;
    private volatile bool _touched;

    /// <param name="beat">Gets <see cref="Stopwatch"/> ticks; never called by two threads at once.</param>
    public Pulse(Action<long> beat)
    {
        _beat = beat;

        // what flows where the actor system is made must not be kept by its timer
        AsyncFlowControl? flow = ExecutionContext.IsFlowSuppressed() ? null : ExecutionContext.SuppressFlow();
        _timer = new Timer(static self => ((Pulse)self!).Beat(), this, Timeout.Infinite, Timeout.Infinite);
        flow?.Dispose();
    }

    /// <summary>Something is going on. Any thread; two field reads when the pulse is awake.</summary>
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
        // a beat that lasts longer than the period is not joined by the next one
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
            TelemetryFault.Report(TelemetryFault.Pulse, e);
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

        // touched between the look and the rest: whoever did may have believed us awake
        Interlocked.MemoryBarrier();
        if (_touched)
        {
            Touch();
        }
    }
}
