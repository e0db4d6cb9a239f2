using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

// A message: the last one is closed, this one is counted and, by rule and sample, timed and traced.
internal sealed partial class MailboxRecorder
{
    /// <summary>
    /// Counts a message that needs no more than that; false when it has to go through <see cref="NextMessage"/>. The gate in front
    /// of it: nothing here can throw, and nothing but the count and the begin is written.
    /// </summary>
    /// <param name="held"><see cref="StampedEnvelope.Held"/>. A note is of no message's type, so it finds no cell.</param>
    /// <param name="mark"><see cref="StampedEnvelope.Mark"/>, which is no stamp.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryCount(object held, Mark mark)
    {
        if (!_plain)
        {
            return false;
        }

        var type = held.GetType();
        if ((_cells.FindPlain(type) ?? CellOfOther(type)) is not { } cell || (_row is { } row && !StaysIn(row, mark)))
        {
            return false;
        }

        if (_counting)
        {
            cell.Count();
        }

        return true;
    }

    // Of a type beyond the cap, if that is known and no rule is about it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private MessageCell? CellOfOther(Type message) =>
        _cells.Other is { Kind.PlainOthers: { } known } cell && known.Contains(message) ? cell : null;

    // The message belongs to the trace of the one before, and nobody has changed what the handlers find; of the message only its begin is to be remembered.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool StaysIn(NonRecordingActivity row, Mark mark)
    {
        var now = CoarseClock.Now;
        if (row.Tick != (mark.IsNone ? now : mark.Tick) || !HandlerContext.IsOnly(row) || !row.IsFit || _aftermath is { HasMore: true })
        {
            return false;
        }

        // only when the clock has moved, so every ten milliseconds: a write for each message is felt on a busy machine (docs/performance.md)
        if (_dates && now != _begunAt)
        {
            _begunAt = now;
        }

        return true;
    }

    /// <summary>The actor has finished what it had and gets <paramref name="next"/>, or the mailbox is empty.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void NextMessage(bool taken, in StampedEnvelope next)
    {
        try
        {
            var now = 0L;
            if (_open.IsOpen && _invokeOwner.IsHeld)
            {
                now = CloseLast();
            }

            if (taken)
            {
                Open(next, now);
                _plain = IsPlain && _invokeOwner.IsHeld;
            }
            else
            {
                _drained = true;
            }
        }
        catch (Exception e)
        {
            // Nothing of ours, and nothing that listens to us, may cost a message. This one may have been opened: the next must close it.
            _plain = false;
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
        if (!next.Stamp.IsNone || !_stamped || (tracing && next.Noted is null && _system.Roots.AsksSdk))
        {
            OpenSampled(kind.Info, kind.Verdict, next, now, tracing, held);
        }
        else if (tracing)
        {
            StayUnsampled(next.Noted, next.Mark);
            if (_dates)
            {
                _begunAt = now != 0 ? now : CoarseClock.Now;
                if (_watches || _aftermath is { HasMore: true } || note is { Trace: not UnsampledTrace { IsOurs: true } })
                {
                    Remember(kind.Info, kind.Verdict, next, now);
                }
            }
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
        var verdict = VerdictOf(cell.Kind, message);
        if (verdict.IsPlain && cell.Kind.PlainOthers is { } plain && message.GetType() is { IsCollectible: false } known)
        {
            plain.Add(known);
        }

        if (_counting && verdict.Measure)
        {
            cell.Count();
        }

        OpenSampled(info, verdict, next, now, _tracing && held, held);
    }

    private Verdict VerdictOf(MessageKind kind, object message) => kind.IsOfMany ? _rules!.For(message.GetType()) : kind.Verdict;

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
            LeaveRow();
            span = MessageSpan.Start(this, info, verdict, next, now);
            if (span is null)
            {
                // the SDK's sampler does not want it
                StayUnsampled(next.Noted, next.Mark);
            }
        }
        else if (tracing)
        {
            GoWithout(sample, next.Noted, next.Mark);
        }

        var chosen = measured ? new Chosen(now, Sample.ShareOf(info, next)) : default;
        var waited = next.EnqueuedAt == 0 ? -1 : Math.Max(0, now - next.EnqueuedAt);
        if (held && (span is not null || measured))
        {
            _open = new OpenInvoke(info, span, chosen, waited);
        }

        if (tracing && _dates)
        {
            if (sample.IsUnsampled || (sample.Traced && span is not { Recorded: true }))
            {
                _begunAt = now;
                Remember(info, verdict, next, now);
            }
            else
            {
                if (sample is { IsInside: true, Traced: false })
                {
                    // it passes through: no span, and be it that the handler fails
                    _begunAt = -now;
                }

                _aftermath?.Ignore();
            }
        }

        if (measured && waited >= 0)
        {
            Chosen.Record(Instruments.WaitDuration, Ticks.ToSeconds(waited), chosen.Shift, info.Tags);
        }
    }

    // No span: what the handler sends belongs to the trace that passes through it, to none, or to one that is not sampled.
    private void GoWithout(Sample sample, object? noted, Mark mark)
    {
        if (sample.IsUnsampled)
        {
            StayUnsampled(noted, mark);
            return;
        }

        CarriedBaggage.Arrive(noted);
        HandlerContext.Leave();
        LeaveRow();
        if (sample.IsInside)
        {
            HandlerContext.Enter(PassThrough.Of(noted!));
        }
    }

    // What is current is an activity of the message's trace that records nothing. A row of messages of one trace have the same.
    private void StayUnsampled(object? noted, Mark mark)
    {
        CarriedBaggage.Arrive(noted);
        var trace = UnsampledTraceOf(CarriedBaggage.TraceOf(noted), mark);
        if (CarriedBaggage.Of(noted) is { IsOfActivity: true } baggage)
        {
            // libraries below the actor pass it on, whether anything is recorded or not; it is not for the next message
            LeaveRow();
            HandlerContext.Enter(NonRecordingActivity.Start(trace, baggage));
            return;
        }

        var row = _row;
        if (row is null || !ReferenceEquals(row.Trace, trace) || !row.IsUntouched)
        {
            LeaveRow();
            row = ActivityOf(trace);
        }

        HandlerContext.Enter(row);
        _row = row;
    }

    private UnsampledTrace UnsampledTraceOf(object? trace, Mark mark) => trace switch
    {
        UnsampledTrace when mark.IsUnsampled => _system.UnsampledRoots.Shared(mark.Tick),
        UnsampledTrace { Tick: >= 0 } unsampled => unsampled,
        SentTrace sent => UnsampledTrace.Of(sent.Context),
        ScheduledTrace { Unsampled: { } unsampled } => unsampled,
        StashStory story => UnsampledTraceOf(story.Trace, default),
        _ => _system.UnsampledRoots.Next(_system.Settings.TracingSamplingUnsampledTraceIds),
    };

    // The handlers of the row are over, and none of them awaits: the mailbox has got another message.
    private void LeaveRow()
    {
        if (_row is { } last)
        {
            _row = null;
            if (last.IsShared && !ReferenceEquals(last, _kept))
            {
                SharedActivities.PutBack(last);
            }
        }
    }

    // Of a shared trace each thread has its own, and a mailbox whose handlers await.
    private NonRecordingActivity ActivityOf(UnsampledTrace trace) =>
        trace.Tick == 0 ? trace.Activity()
        : _kept is { } kept && kept.Shares(trace) && kept.IsUntouched ? kept
        : SharedActivities.Take(trace);

    // Returns the time if it was read.
    private long CloseLast()
    {
        var now = EndOf(_open);
        var timed = _open.IsTimed;
        var begun = timed ? SelfCost.Begin() : 0;
        Close(now);
        _system.Cost.End(begun);
        return timed ? now : 0;
    }

    private void Close(long now)
    {
        var last = _open;
        var slow = Slow(last, now);
        _open = default;
        Finish(last, slow, now, InvokeRecording.BusyFrom(last, Run));
        if (Run is { ResumedAt: not 0 } run)
        {
            run.ResumedAt = 0;
        }
    }
}
