using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Measures one timed run: its scheduling delay, its duration, its messages, and the instrumentation's share of the duration. Few runs are timed, so
/// each thread keeps objects for them: as many as the timed runs that were nested on it. That keeps the stack frame of all other runs small.
/// </summary>
internal sealed class RunTimer
{
    [ThreadStatic]
    private static RunTimer? t_free;

    // Null while no run is timed: the thread must not keep an actor system that has ended.
    private DispatcherMeter _dispatcher = null!;
    private WeightedTimestamp _scheduled;
    private long _beganAt;
    private long _messages;
    private long _own;
    private RunTimer? _nextFree;

    /// <summary>A timed run begins, possibly inside the handler of another one.</summary>
    public static RunTimer Start(DispatcherMeter dispatcher, WeightedTimestamp scheduled)
    {
        var timer = t_free ?? new RunTimer();
        t_free = timer._nextFree;
        (timer._dispatcher, timer._scheduled, timer._beganAt, timer._messages) = (dispatcher, scheduled, Stopwatch.GetTimestamp(), -1);
        return timer;
    }

    /// <summary>Called just before the mailbox runs.</summary>
    public void Began(MailboxRecorder recorder)
    {
        if (Instruments.BatchSize.Enabled)
        {
            _messages = recorder.Cells.Sum;
        }

        _own = Stopwatch.GetTimestamp() - _beganAt;
    }

    /// <summary>
    /// The mailbox has run. The next run may already be active, and it counts in the same cells. So the counts belong to this run only if no other
    /// run has begun when they have been read.
    /// </summary>
    public void Returned(MailboxRecorder recorder, int run)
    {
        _own -= Stopwatch.GetTimestamp();
        if (_messages < 0)
        {
            return;
        }

        _messages = recorder.Cells.Sum - _messages;
        Interlocked.MemoryBarrier();
        if (!recorder.IsLastRun(run))
        {
            _messages = -1;
        }
    }

    /// <summary>The instrumentation's part of the run has ended too.</summary>
    public void Ended()
    {
        TelemetryFault.Guard(TelemetryFault.Listener, this, static timer => timer.Record());
        var now = Stopwatch.GetTimestamp();
        _dispatcher.Waited(_beganAt - _scheduled.Ticks, _scheduled.Shift, now);
        _dispatcher.Timed((now - _beganAt) << _scheduled.Shift, (now + _own) << _scheduled.Shift);
        (_dispatcher, _nextFree) = (null!, t_free);
        t_free = this;
    }

    private void Record()
    {
        var most = _dispatcher.Timing.MaxTimes;
        WeightedTimestamp.Record(Instruments.DispatcherDelay, Ticks.ToSeconds(_beganAt - _scheduled.Ticks), _scheduled.Shift, _dispatcher.Tags, most);
        if (_messages >= 0)
        {
            WeightedTimestamp.Record(Instruments.BatchSize, (int)_messages, _scheduled.Shift, _dispatcher.Tags, most);
        }
    }
}
