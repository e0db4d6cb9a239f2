using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

// A message: the last one is closed, this one is counted and, by rule and sample, timed and traced.
internal sealed partial class MailboxRecorder
{
    /// <summary>The actor has finished what it had and gets <paramref name="next"/>, or the mailbox is empty.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void NextMessage(bool taken, in StampedEnvelope next)
    {
        try
        {
            var now = 0L;
            if (_open.IsOpen && _invokeOwner.IsHeld)
            {
                now = Stopwatch.GetTimestamp();
                var begun = SelfCost.Begin();
                Close(now);
                _system.Cost.End(begun);
            }

            if (taken)
            {
                Open(next, now);
            }
        }
        catch (Exception e)
        {
            // nothing of ours, and nothing that listens to us, may cost a message
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
    }

    private void Open(in StampedEnvelope next, long now)
    {
        if ((_type ?? AttachToOwner()) is not { } type)
        {
            return;
        }

        // Without a run of ours the end of the last invoke of a batch is not seen: no span, no processing time.
        var held = _invokeOwner.IsHeld;
        if (!held)
        {
            AskForMetrics();
        }

        if (_passing)
        {
            PassingTrace.Leave();
            _passing = false;
        }

        var cell = _cells.For(type, _rules!, next.Message.GetType());
        var kind = cell.Kind;
        if (!kind.IsPlain)
        {
            OpenByRule(type, cell, next, now, held);
            return;
        }

        if (_counting)
        {
            cell.Count();
        }

        var tracing = _tracing && held;
        var note = next.Note;
        if (note is { EnqueuedAt: not 0 } || !_stamped || (tracing && note?.Trace is null && _system.Roots.AsksSdk))
        {
            OpenSampled(kind.Info, kind.Verdict, next, now, tracing, held);
        }
        else if (tracing)
        {
            StayUnsampled();
        }
    }

    // One of Akka's wrappers, a type that shares its cell with others, or one that a rule is about.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenByRule(ActorTypeInfo type, MessageCell cell, in StampedEnvelope next, long now, bool held)
    {
        var message = next.Message;
        if (cell.Kind.IsWrapper)
        {
            message = InnerMessage.Of(message);
            cell = _cells.For(type, _rules!, message.GetType());
        }

        var info = cell.Kind.Info;
        var verdict = info.IsOther ? _rules!.For(message.GetType()) : cell.Kind.Verdict;
        if (_counting && verdict.Measure)
        {
            cell.Count();
        }

        OpenSampled(info, verdict, next, now, _tracing && held, held);
    }

    // Timed by its sender, or decided about by a rule or the SDK's sampler.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenSampled(MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now, bool tracing, bool held)
    {
        var begun = SelfCost.Begin();
        OpenSampledCore(info, verdict, next, now, tracing, held);
        _system.Cost.End(begun);
    }

    private void OpenSampledCore(MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now, bool tracing, bool held)
    {
        now = now == 0 ? Stopwatch.GetTimestamp() : now;
        var sample = Sample.Of(info, verdict, next, now, tracing ? _system.Roots : null, _stamped, _system.Settings.Filter);
        var measured = sample.Measured && _measuring;
        var span = default(Activity);
        if (sample.Traced)
        {
            _unsampled = false;
            span = MessageSpan.Start(this, info, verdict, next, now);
        }
        else if (tracing)
        {
            GoWithout(sample, next.Trace);
        }

        if (held && (span is not null || measured))
        {
            _open = new OpenInvoke(info, span, measured ? new Chosen(now, Sample.ShareOf(info, next)) : default);
        }

        if (measured && next.EnqueuedAt != 0)
        {
            Chosen.Record(
                Instruments.WaitDuration, Ticks.ToSeconds(now - next.EnqueuedAt), Chosen.ShiftOf(Sample.ShareOf(info, next)), info.Tags);
        }
    }

    // No span: what the handler sends belongs to the trace that passes through, to none, or to one that is not sampled.
    private void GoWithout(Sample sample, object? trace)
    {
        if (sample.IsUnsampled)
        {
            StayUnsampled();
            return;
        }

        if (_unsampled)
        {
            Activity.Current = null;
            _unsampled = false;
        }

        if (sample.IsInside)
        {
            PassingTrace.Enter(trace);
            _passing = true;
        }
    }

    // Once for a row of messages: the handlers of all of them find the same activity.
    private void StayUnsampled()
    {
        if (!_unsampled || !Unsampled.IsFit)
        {
            Unsampled.MakeCurrent();
            _unsampled = true;
        }
    }

    private void Close(long now)
    {
        var last = _open;
        _open = default;
        InvokeRecording.Close(last, now, Run, InvokeRecording.BusyFrom(last, Run));
        if (Run is { ResumedAt: not 0 } run)
        {
            run.ResumedAt = 0;
        }
    }
}
