using System.Diagnostics;
using System.Runtime.CompilerServices;

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
            _open.Failure ??= CountUnseen(UnseenFailure);
            Close(Stopwatch.GetTimestamp());
        }

        _row = null;
        _drained = false;
        var traced = _tracing;
        _tracing = _system.Settings.TracingEnabled && AkkaTelemetry.Source.HasListeners();
        AskForAftermath(traced);

        AskForMetrics();
        _recording = _tracing || _counting || _open.IsOpen;
        _plain = IsPlain;
        if (_depthNoted)
        {
            _depthNoted = false;
        }
        else
        {
            NoteDepth();
        }

        return run;
    }

    /// <summary>Looks how many messages wait, for the peak.</summary>
    public void NoteDepth()
    {
        if (ObservableInstruments.WantsPeak)
        {
            Peak.Note(DepthOrNone);
        }
    }

    /// <summary>
    /// A run is over, and Akka has asked how many messages are left: that many, or more, are what the next run finds. Senders write to
    /// what is read for it, so to look again would mean to wait for them again. Whoever asks; another thread may run the mailbox by now.
    /// </summary>
    public void NoteRemaining(int depth)
    {
        var noted = depth > 0 && ObservableInstruments.WantsPeak;
        if (noted)
        {
            Peak.Note(depth);
        }

        if (noted != _depthNoted)
        {
            _depthNoted = noted;
        }
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
        var now = last.IsOpen ? EndOf(last) : 0;
        var busyFrom = last.IsOpen ? InvokeRecording.BusyFrom(last, Run) : 0;
        _row = null;
        if (last.IsOpen && IsAwaiting)
        {
            if (_invokeOwner.Leave(run, awaiting: true))
            {
                InvokeRecording.Busy(last, now - busyFrom, Run);
            }

            return;
        }

        var slow = last.IsOpen ? Slow(last, now) : null;
        var unseen = UnseenFailure;
        if (_invokeOwner.Leave(run, awaiting: false) && (last.IsOpen || unseen >= 0))
        {
            last.Failure ??= CountUnseen(unseen);
            if (last.IsOpen)
            {
                // An idle actor must not keep its last span and exception; the next run may have put its own here by now.
                Finish(last, slow, now, busyFrom);
                Interlocked.CompareExchange(ref _open.Span, null, last.Span);
                Interlocked.CompareExchange(ref _open.Failure, null, last.Failure);
            }
        }
    }

    /// <summary>
    /// A run has ended on this thread and its handlers have left the activity of a shared trace as it was. If one of them awaits it
    /// still has it, and the mailbox keeps it for the messages that follow; no other actor may have it. Another thread may run the mailbox by now.
    /// </summary>
    public void PutBack(NonRecordingActivity activity)
    {
        if (!Volatile.Read(ref _drained) && IsAwaiting)
        {
            _kept = activity;
        }
        else if (!ReferenceEquals(_kept, activity))
        {
            SharedActivities.PutBack(activity);
        }
    }

    // Of a message that is only watched nobody wants to know more than whether it was slow.
    private static long EndOf(in OpenInvoke invoke) => invoke.IsTimed ? Stopwatch.GetTimestamp() : CoarseClock.Now;

    private void Resume(long at)
    {
        if (Run is { } run)
        {
            run.ResumedAt = at;
        }
    }

    // The handler of a ReceiveAsync has returned at an await and goes on later. Asked only about a message that is
    // measured or traced, and at the end of a run that may have ended for it, because the scheduler is made by the first question.
    private bool IsAwaiting => Cell?.TaskScheduler.CurrentMessage is not null;

    // The state that most messages find: nothing is open, and what is current is right for a message without a span.
    private bool IsPlain => !_open.IsOpen && _stamped && (!_tracing || (_row is not null && !_watches && !_system.Roots.AsksSdk));

    // Before each run, or before each message where there are no runs of ours.
    private void AskForMetrics()
    {
        var settings = _system.Settings;
        if (_rules is { } rules && !ReferenceEquals(rules.Set, settings.Rules))
        {
            ChangeRules(rules, settings.Rules);
        }

        var enabled = settings.MetricsEnabled;
        _counting = enabled && Instruments.IsListening;
        _measuring = enabled && Instruments.IsMeasuring;
    }

    // The rules were changed at run time: what this mailbox has kept of the old ones is judged anew, its counts stay.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ChangeRules(ActorRules old, RuleSet rules)
    {
        try
        {
            var changed = rules.For(_path ?? Self.Path.ToStringWithoutAddress(), old.Actor, old.Props);
            foreach (var cell in _cells)
            {
                cell.Judge(changed);
            }

            _rules = changed;
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Rule, e);
        }
    }
}
