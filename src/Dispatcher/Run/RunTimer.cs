using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Measures one timed run: its scheduling delay, its duration, its messages, and the instrumentation's share of the duration. Kept on the stack.
/// </summary>
internal struct RunTimer(DispatcherMeter dispatcher, WeightedTimestamp scheduled)
{
    private readonly DispatcherMeter _dispatcher = dispatcher;
    private readonly WeightedTimestamp _scheduled = scheduled;
    private readonly long _beganAt = Stopwatch.GetTimestamp();
    private long _messages = -1;
    private long _own;

    /// <summary>Whether this run is timed.</summary>
    public readonly bool IsOn => _dispatcher is not null;

    /// <summary>Called just before the mailbox runs.</summary>
    public void Began(MailboxRecorder recorder)
    {
        try
        {
            recorder.Depths.Begin(recorder);
            if (DispatcherInstruments.BatchSize.Enabled)
            {
                _messages = recorder.Counted;
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
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

        _messages = recorder.Counted - _messages;
        Interlocked.MemoryBarrier();
        if (!recorder.IsLastRun(run))
        {
            _messages = -1;
        }
    }

    /// <summary>The instrumentation's part of the run has ended too.</summary>
    public readonly void Ended()
    {
        var measurement = new RunMeasurement(_dispatcher, _beganAt - _scheduled.Ticks, _messages, _scheduled.Shift);
        if (!_dispatcher.Timing.LeavesForLater || !PendingMeasurements.TryAdd(measurement))
        {
            IPendingMeasurement.Record(measurement);
        }

        var now = Stopwatch.GetTimestamp();
        _dispatcher.Timed((now - _beganAt) << _scheduled.Shift, (now + _own) << _scheduled.Shift);
    }
}
