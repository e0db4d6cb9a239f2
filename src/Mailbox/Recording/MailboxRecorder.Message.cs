using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

// A message of the mailbox, from its dequeue to the end of its handler.
internal sealed partial class MailboxRecorder
{
    public override TimeSpan? CurrentWait => _open is { Info: not null, Waited: >= 0 and var ticks } ? Stopwatch.GetElapsedTime(0, ticks) : null;

    /// <summary>
    /// Whether the running thread is between two messages, in here or in a listener, and not in the actor. The watchdog reads it. It may see it
    /// too late, which its next look corrects.
    /// </summary>
    internal bool IsAtWork { get; private set; }

    // Whether what is current after a message without a span is right for the next one, if that has no trace of its own.
    private bool IsPlain => SendersDraw && (!_toSpans || !(Candidate.IsAboutTime || _system.Roots.AsksSdk));

    /// <summary>
    /// Counts a message that needs only a count. Returns false when the message needs <see cref="NextMessage"/>. Nothing here can throw, and it
    /// writes only the count and the start time.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryCount(in StampedEnvelope next)
    {
        if (_state != RecorderState.Counting
            || !next.Stamp.IsNone
            || _cells.FindPlain(next.Message.GetType()) is not { } cell
            || (_toSpans && !StaysUnsampled(cell.Info, next.Origin)))
        {
            return false;
        }

        if (_toCounts)
        {
            cell.Count();
        }

        return true;
    }

    /// <summary>The mailbox was found empty. Returns false when that needs <see cref="NextMessage"/>, because something is still open.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnd()
    {
        if (_state != RecorderState.Counting || Relay is not null)
        {
            return false;
        }

        _state = RecorderState.Idle;
        return true;
    }

    /// <summary>The actor has finished its last message, if any. It now gets <paramref name="next"/>, or the mailbox is empty.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void NextMessage(bool taken, StampedEnvelope next)
    {
        IsAtWork = true;
        try
        {
            var now = IsOpen && IsInRun ? EndMessage() : 0;
            EndSystemMessage();
            if (!taken)
            {
                _state = RecorderState.Idle;
                Relay?.End();
            }
            else
            {
                if (_finishing is not null)
                {
                    _finishing = null;
                }

                if ((_type ?? AttachToOwner()) is { } type)
                {
                    BeginMessage(type, next, now);
                }

                _state = !IsOpen && IsPlain && IsInRun ? RecorderState.Counting : RecorderState.InMessage;
            }
        }
        catch (Exception e)
        {
            // No error of the instrumentation or of a listener may lose a message. This message may have been opened, so the next one must close it.
            _state = RecorderState.InMessage;
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        IsAtWork = false;
    }

    // The message has no trace of its own, as the previous one, and only its start time has to be kept.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool StaysUnsampled(MessageTypeInfo info, MessageOrigin? origin)
    {
        var now = CoarseClock.Now;
        var marker = info.Unsampled;
        if (marker.NeedsOwnActivity(_system.Settings.TracingSamplingUnsampledTraceIds, now)
            || !(origin is null ? _system.NonRecordingRoots.GivesNone(_system.Settings.TracingSamplingUnsampledTraceIds,
                now) : ReferenceEquals(origin, NonRecordingContext.Nameless))
            || Candidate.HasMore
            || !HandlerContext.TryContinue(marker))
        {
            return false;
        }

        Candidate.BeginPlain(now);
        return true;
    }

    private void BeginMessage(ActorTypeInfo actor, in StampedEnvelope next, long now)
    {
        // Without an instrumented run, the end of the last message of a batch is not seen. So there is no span and no processing time, and each
        // message asks who listens.
        var isInRun = IsInRun;
        if (!isInRun)
        {
            Follow(_system.Settings.Rules);
            Listen(_system.Settings, mayTrace: true);
        }

        var cell = _cells.For(actor, _rules!, next.Message.GetType());
        var (info, verdict, isPlain) = (cell.Info, cell.Verdict, cell.IsPlain);
        if (!isPlain)
        {
            // The type is one of Akka's wrappers, shares its cell with other types, or matches a rule.
            (cell, verdict) = VerdictOn(actor, cell, next.Message);
            info = cell.Info;
            if (next.Message is Status.Failure failure && _toCounts && !actor.IsInfrastructure)
            {
                // What an actor pipes to itself is no answer. A sender may be of a user's own class, and throw.
                TelemetryFault.Guard(TelemetryFault.Listener, (Recorder: this, next.Sender, failure.Cause), static it =>
                {
                    if (!it.Recorder.Self.Equals(it.Sender))
                    {
                        it.Recorder._system.Metrics.ErrorReplies.Count(it.Recorder._system.ActorNames.Get(it.Sender), it.Cause);
                    }
                });
            }
        }

        if (_toCounts && verdict.Measure)
        {
            cell.Count();
        }

        var isTraced = isInRun && _toSpans;
        if (!next.Stamp.IsNone || !SendersDraw || (isTraced && (!isPlain || (next.Origin is null && _system.Roots.AsksSdk))))
        {
            var begun = SystemMetrics.BeginWork();
            try
            {
                Decide(cell, verdict, next, now, isTraced, isInRun);
            }
            finally
            {
                _system.Metrics.EndWork(begun);
            }
        }
        else if (isTraced)
        {
            EnterUnsampled(next.Origin, info.Unsampled);
            KeepCandidate(info, verdict, next, now, waited: -1);
        }
        else if (_toCounts)
        {
            // A persistent actor also measures its writes.
            Relay?.Takes(actor, next, now, verdict.Measure);
        }

        if (Relay is { StoreError: { } cause } relay)
        {
            Refused(actor, next, cause, relay.StoreOf(next.Message));
        }
    }

    private (MessageCell Cell, Verdict Verdict) VerdictOn(ActorTypeInfo actor, MessageCell cell, object message)
    {
        if (cell.Info.IsWrapper)
        {
            message = InnerMessage.Unwrap(message);
            cell = _cells.For(actor, _rules!, message.GetType());
        }

        return (cell, cell.IsOfMany ? _rules!.For(message.GetType()) : cell.Verdict);
    }

    // The message may need more than a count. Its sender has timed it, or a rule or the SDK's sampler decides about it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Decide(MessageCell cell, Verdict verdict, StampedEnvelope next, long now, bool isTraced, bool isInRun)
    {
        var info = cell.Info;
        var (arrived, attempt) = (next.Origin?.Tracked, next.Origin?.Attempt ?? 1);
        if (Relay is { } relay)
        {
            var origin = relay.Takes(info.Actor, next, now, verdict.Measure && IsCounting);
            if (isTraced)
            {
                next = new StampedEnvelope(next.Message, next.Sender, next.Stamp, origin);
            }
        }

        var roots = isTraced ? _system.Roots : null;
        var stamp = next.Stamp;
        if (now == 0)
        {
            // neither a span nor a duration begins here
            now = stamp.IsNone && SendersDraw && verdict.IsOfSettings && roots is not { AsksSdk: true } && next.Origin is not { IsRecorded: true }
                ? CoarseClock.Now
                : Stopwatch.GetTimestamp();
        }

        if (!SendersDraw)
        {
            stamp = SenderStamp.Draw(next, info.Actor.Timing, roots);
            if (verdict.Measure && stamp.IsMeasured)
            {
                info.Actor.Timing.CountTimed();
            }
        }

        var decision = SamplingDecision.Decide(info, verdict, next, stamp, now, roots, _system.Settings.Filter, this);
        var span = isTraced ? EnterTrace(decision, info, verdict, next, now) : null;
        if (attempt > 1)
        {
            span?.SetTag(AkkaSpanAttributes.MessageAttempt, (long)attempt);
        }

        if (decision.IsBeyondTrace)
        {
            _system.CutTraces.Report(this, info, SamplingDecision.TraceOf(next.Origin!), now);
        }

        if (isTraced && verdict.Trace == AkkaTraceMode.OnlyInTrace && decision is { Traced: false, IsInside: false, IsUnsampled: false })
        {
            cell.CountUntraced(verdict.Sources.Trace);
        }

        var waited = next.EnqueuedAt == 0 ? -1 : Math.Max(0, now - next.EnqueuedAt);
        var measured = decision.Measured && _toCounts && Instruments.IsMeasuring
            ? new WeightedTimestamp(now, stamp.Share)
            : default;
        var isKept = !SendersDraw && KeepAsLast(info, next, now, waited, isInRun);
        var tracked = next.Origin?.Tracked ?? arrived;
        if (isInRun && (span is not null || !measured.IsNone || isKept || tracked is not null || attempt > 1))
        {
            var flow = measured.IsNone ? null : FlowOf(next.Sender, info);
            Open(new(info, span, measured, waited, flow) { SpanBegunAt = now, Tracked = tracked, Attempt = attempt });
        }
        else if (!measured.IsNone && waited >= 0)
        {
            // nobody will see the message's end
            WeightedTimestamp.Record(Instruments.WaitDuration, Ticks.ToSeconds(waited), measured.Shift, info.Tags, info.Actor.Timing.MaxTimes);
        }

        if (tracked is not null)
        {
            Track(tracked, arrived, span, isInRun);
        }

        if (!isTraced)
        {
            return;
        }

        if (decision.IsUnsampled || (decision.Traced && span is not { Recorded: true }))
        {
            KeepCandidate(info, verdict, next, now, waited);
        }
        else
        {
            // With a span, or where the trace passes through, the message gets no other span, even if its handler fails.
            Candidate.Ignore(now, isOfNothing: decision is { IsInside: true, Traced: false });
        }

        Relay?.Begin(next, span, now);
    }

    // The flow that a timed or failed message belongs to, by the sender that the envelope names; null when nobody wants it. Never throws: the
    // sender's reference may be of a user's own class.
    private TypeFlow? FlowOf(IActorRef? sender, MessageTypeInfo message)
    {
        if (!ObservableInstruments.WantsFlow || _system.Settings is not { MetricsFlow: true, MetricsEnabled: true })
        {
            return null;
        }

        var type = _system.ActorNames.Get(sender);
        return _system.Metrics.Flows.Of(type, type == FoldedNames.Remote ? sender!.Path.Address.ToString() : null, message);
    }

    // A test follows the message.
    private static void Track(TrackedMessage tracked, TrackedMessage? arrived, Activity? span, bool isInRun)
    {
        tracked.Began(span);
        if (!isInRun)
        {
            // nobody will see its end
            tracked.Ended();
        }

        if (!ReferenceEquals(arrived, tracked))
        {
            // a journal's answer, in the place of the event
            arrived?.Lost();
        }
    }

    // Makes current what belongs to the message. Returns its span; null for none.
    private Activity? EnterTrace(SamplingDecision decision, MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now)
    {
        if (decision.Traced)
        {
            var span = new MessageSpan(
                _system.Spans, this, info, verdict, next, now, decision.IsBeyondTrace, _system.HasSamplerInCode ? null : decision.Threshold).Start();
            if (span is null)
            {
                // the SDK's sampler refused the span
                EnterUnsampled(next.Origin, info.Unsampled, decision.IsBeyondTrace);
            }
            else if (span is { Recorded: false, IsAllDataRequested: false } && !decision.IsInside)
            {
                _system.SdkRefusedRoot();
            }
            else if (decision.IsInside && verdict.Relation != AkkaSpanRelation.Parent)
            {
                _system.Roots.CountTogether(SamplingDecision.TraceOf(next.Origin!), span.TraceId);
            }

            return span;
        }

        if (decision.IsUnsampled)
        {
            EnterUnsampled(next.Origin, info.Unsampled, decision.IsBeyondTrace);
            if (Relay is { SeesAllSent: true })
            {
                ThreadContext.Mine.Forget();
            }

            return null;
        }

        EnterWithoutSpan(next.Origin, passesThrough: decision.IsInside);
        if (!decision.IsInside && Relay is not null)
        {
            HandlerContext.Enter(PassThroughContext.Nothing);
        }

        return null;
    }

    // The message is not recorded. If it fails or is slow, it may get a span.
    private void KeepCandidate(MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now, long waited)
    {
        if (!Candidate.IsOn)
        {
            return;
        }

        var begunAt = now == 0 ? CoarseClock.Now : now;
        Candidate.Begin(next, begunAt, waited);
        if (Candidate.IsAboutTime && RetroactiveSpan.MayBegin(verdict, _system.Settings.Filter, new(next, this, begunAt)))
        {
            Candidate.Watch(verdict);
            if (!IsOpen)
            {
                Open(new(info));
            }
        }
    }

    // The message is one of the actor's last, if they are kept.
    private bool KeepAsLast(MessageTypeInfo info, in StampedEnvelope next, long now, long waited, bool isInRun)
    {
        if (Last is not { } last)
        {
            return false;
        }

        if (!isInRun)
        {
            // nobody has seen the end of the previous message
            last.End(now: 0, hasFailed: false);
        }

        last.Begin(info.NameFor(next.Message), next.Sender, now, waited);
        return true;
    }

    // Makes the trace and the baggage of a message current that is not recorded, and whose actor has started.
    private void EnterUnsampled(MessageOrigin? origin, UnsampledMarker marker, bool isNew = false)
    {
        var trace = (isNew ? null : origin?.NonRecording) ?? _system.NonRecordingRoots.Next(_system.Settings.TracingSamplingUnsampledTraceIds);
        var baggage = origin?.Baggage;
        CarriedBaggage.Arrive(baggage);
        if (baggage is { IsOfActivity: true })
        {
            // Libraries that the actor calls pass this baggage on, whether or not anything is recorded. It must not reach the next message.
            HandlerContext.Enter(NonRecordingActivity.Start(trace.IsNameless ? NonRecordingContext.Own() : trace, baggage));
        }
        else
        {
            HandlerContext.Enter(trace, marker, _system.Settings.TracingSamplingUnsampledTraceIds);
        }
    }

    // Makes the baggage current, and the trace if that passes through.
    private static void EnterWithoutSpan(MessageOrigin? origin, bool passesThrough)
    {
        CarriedBaggage.Arrive(origin?.Baggage);
        HandlerContext.Leave();
        if (passesThrough)
        {
            HandlerContext.Enter(PassThroughContext.Of(origin!));
        }
    }
}
