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
        }
        else if (left == InvokeOwner.Left.ByARunThatHasNotReturned && _open.IsOpen && !IsAwaiting)
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
        if (last.IsOpen && IsAwaiting)
        {
            _invokeOwner.Leave(run, awaiting: true);
        }
        else if (_invokeOwner.Leave(run, awaiting: false) && last.IsOpen)
        {
            InvokeRecording.Close(last, now);

            // An idle actor must not keep its last span and exception; the next run may have put its own here by now.
            Interlocked.CompareExchange(ref _open.Span, null, last.Span);
            Interlocked.CompareExchange(ref _open.Failure, null, last.Failure);
        }
    }

    // The handler of a ReceiveAsync has returned at an await and goes on later. Asked only at the end of a run with an
    // open invoke, because the scheduler is made by the first question.
    private bool IsAwaiting => Cell?.TaskScheduler.CurrentMessage is not null;

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
