using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>One run that is timed: its delay, its length, its messages, and what of its length was ours. On the stack.</summary>
internal struct RunTimer(DispatcherMeter dispatcher, Chosen scheduled)
{
    private readonly DispatcherMeter _dispatcher = dispatcher;
    private readonly Chosen _scheduled = scheduled;
    private readonly long _beganAt = Stopwatch.GetTimestamp();
    private long _messages = -1;
    private long _own;

    /// <summary>Whether this run is timed.</summary>
    public readonly bool IsOn => _dispatcher is not null;

    /// <summary>Just before the mailbox works.</summary>
    public void Began(MailboxRecorder recorder)
    {
        try
        {
            recorder.NoteDepth();
            if (DispatcherInstruments.BatchSize.Enabled)
            {
                _messages = recorder.Counted;
            }

            Chosen.Record(
                DispatcherInstruments.Delay, Ticks.ToSeconds(_beganAt - _scheduled.Ticks), _scheduled.Shift, _dispatcher.Tags);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        _own = Stopwatch.GetTimestamp() - _beganAt;
    }

    /// <summary>
    /// The mailbox has worked. The next run may be under way; it counts in the same cells, so what they say is this run's only if none
    /// has begun when they have been read.
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
        if (!recorder.IsHeldBy(run))
        {
            _messages = -1;
        }
    }

    /// <summary>Our part of the run is over too.</summary>
    public readonly void Ended()
    {
        try
        {
            if (_messages >= 0)
            {
                Chosen.Record(DispatcherInstruments.BatchSize, (int)_messages, _scheduled.Shift, _dispatcher.Tags);
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        var now = Stopwatch.GetTimestamp();
        _dispatcher.OfThisThread().Timed((now - _beganAt) << _scheduled.Shift, (now + _own) << _scheduled.Shift);
    }
}
