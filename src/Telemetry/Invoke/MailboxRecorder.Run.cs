using System.Diagnostics;

namespace AkkaInstrumentation;

// A run of the mailbox: what is listened to, and whose the open invoke is.
internal sealed partial class MailboxRecorder
{
    /// <summary>Nobody listens, and nobody has so far: the mailbox is run as it is. Called by whoever schedules it.</summary>
    public void Rest()
    {
        if (_recording)
        {
            _recording = false;
        }
    }

    /// <summary>A run of the mailbox begins on this thread. Returns what <see cref="EndRun"/> needs.</summary>
    public int BeginRun()
    {
        var run = _invokeOwner.Take(out var left);
        if (left == InvokeOwner.Left.Nothing)
        {
            _open = default;
            Resume(at: 0);
        }
        else if (left == InvokeOwner.Left.AwaitingHandler)
        {
            Resume(_open.Measured.IsNone ? 0 : Stopwatch.GetTimestamp());
        }
        else if (_open.IsOpen && !IsAwaiting)
        {
            Close(Stopwatch.GetTimestamp());
        }

        _unsampled = _passing = false;
        _tracing = _system.Settings.TracingEnabled && AkkaTelemetry.Source.HasListeners();
        AskForMetrics();
        _recording = _tracing || _counting || _open.IsOpen;
        if (ObservableInstruments.WantsPeak)
        {
            Peak.Note(_queue.Count);
        }

        return run;
    }

    /// <summary>The run has returned from the mailbox. By now the next run may be under way on another thread.</summary>
    public void EndRun(int run)
    {
        if (!_invokeOwner.IsHeldBy(run))
        {
            return;
        }

        // Copied and dated before the invoke is given away: afterwards the fields, and the time, belong to the next run.
        var last = _open;
        var now = last.IsOpen ? Stopwatch.GetTimestamp() : 0;
        var busyFrom = last.IsOpen ? InvokeRecording.BusyFrom(last, Run) : 0;
        if (last.IsOpen && IsAwaiting)
        {
            if (_invokeOwner.Leave(run, awaiting: true))
            {
                InvokeRecording.Busy(last, now - busyFrom, Run);
            }
        }
        else if (_invokeOwner.Leave(run, awaiting: false) && last.IsOpen)
        {
            InvokeRecording.Close(last, now, Run, busyFrom);

            // An idle actor must not keep its last span and exception; the next run may have put its own here by now.
            Interlocked.CompareExchange(ref _open.Span, null, last.Span);
            Interlocked.CompareExchange(ref _open.Failure, null, last.Failure);
        }
    }

    private void Resume(long at)
    {
        if (Run is { } run)
        {
            run.ResumedAt = at;
        }
    }

    // The handler of a ReceiveAsync has returned at an await and goes on later. Asked only at the end of a run with an
    // open invoke, because the scheduler is made by the first question.
    private bool IsAwaiting => Cell?.TaskScheduler.CurrentMessage is not null;

    private void AskForMetrics()
    {
        var enabled = _system.Settings.MetricsEnabled;
        _counting = enabled && Instruments.IsListening;
        _measuring = enabled && Instruments.IsMeasuring;
    }
}
