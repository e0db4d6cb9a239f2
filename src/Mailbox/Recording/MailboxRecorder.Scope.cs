using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Scheduler;

namespace AkkaInstrumentation;

// The life of the open message: what it gets is decided, it begins, may fail, awaits and goes on, and ends once. Who may end it, RunOwnership
// decides.
internal sealed partial class MailboxRecorder
{
    /// <summary>What the recorder is at. Exact on the running thread.</summary>
    internal RecorderState State => _owner.IsAwaiting ? RecorderState.Awaiting : _state;

    private bool IsOpen => _open.Info is not null;

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
        var current = isTraced ? EnterTrace(decision, info, verdict, next, now) : null;
        var span = current is { IsAllDataRequested: true } ? current : null;
        if (attempt > 1)
        {
            span?.SetTag(AkkaSpanAttributes.MessageAttempt, (long)attempt);
        }

        if (decision.IsBeyondTrace)
        {
            _system.Observer.TraceIsFull(this, info, SamplingDecision.TraceOf(next.Origin!), now);
        }

        if (isTraced && verdict.Trace == AkkaTraceMode.OnlyInTrace && decision is { Traced: false, IsInside: false, IsUnsampled: false })
        {
            cell.CountUntraced(verdict.Sources.Trace);
        }

        var waited = next.EnqueuedAt == 0 ? -1 : Math.Max(0, now - next.EnqueuedAt);
        var measured = decision.Measured && _toCounts && Instruments.IsMeasuring && Relay is not { SetsAside: true }
            ? new WeightedTimestamp(now, stamp.Share)
            : default;
        var isKept = !SendersDraw && KeepAsLast(info, next, now, waited, isInRun);
        var tracked = next.Origin?.Tracked ?? arrived;
        if (isInRun && (current is not null || !measured.IsNone || isKept || tracked is not null || attempt > 1))
        {
            var flow = measured.IsNone ? null : FlowOf(next.Sender, info, next.Message is IScheduledTellMsg);
            Open(new(info, current, measured, waited, flow) { SpanBegunAt = now, Tracked = tracked, Attempt = attempt });
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

        if (decision.IsUnsampled || (decision.Traced && span is null))
        {
            KeepCandidate(info, verdict, next, now, waited);
        }
        else
        {
            // With a span, or where the trace passes through, the message gets no other span, even if its handler fails.
            Candidate.Ignore(now, isOfNothing: decision is { IsInside: true, Traced: false });
        }

        Relay?.Begin(next, decision.Traced ? current : null, now);
    }

    // The flow that a timed or failed message belongs to, by the sender that the envelope names; null when nobody wants it. Never throws: the
    // sender's reference may be of a user's own class.
    private TypeFlow? FlowOf(IActorRef? sender, MessageTypeInfo message, bool isScheduled)
    {
        if (!ObservableInstruments.WantsFlow || _system.Settings is not { MetricsFlow: true, MetricsEnabled: true })
        {
            return null;
        }

        var type = _system.ActorNames.OfSender(sender, isScheduled);
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

    // Makes current what belongs to the message. Returns its span, or the activity of an unsampled message; null for none.
    private Activity? EnterTrace(SamplingDecision decision, MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now)
    {
        if (decision.Traced)
        {
            var span = new MessageSpan(
                _system.Spans, this, info, verdict, next, now, decision.IsBeyondTrace, _system.HasSamplerInCode ? null : decision.Threshold).Start();
            if (span is null)
            {
                // the SDK's sampler refused the span
                return EnterUnsampled(next.Origin, info.ActivityNeed, decision.IsBeyondTrace);
            }

            if (span is { IsAllDataRequested: false } && !decision.IsInside)
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
            return EnterUnsampled(next.Origin, info.ActivityNeed, decision.IsBeyondTrace);
        }

        EnterWithoutSpan(next.Origin, passesThrough: decision.IsInside);
        if (!decision.IsInside && Relay is not null)
        {
            HandlerContext.Enter(PassThroughContext.Nothing);
        }

        return null;
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

    private void Open(in MessageScope message)
    {
        _owner.Hold();
        _open = message;
    }

    private void Fail(PendingFailure failure)
    {
        if (IsOpen)
        {
            _open.Failure = failure;
        }
    }

    // A run begins that has found the fields in use.
    private void TakeOver(RunOwnership.Left left)
    {
        if (left == RunOwnership.Left.ObsoleteFields)
        {
            _open = default;
            Resume(at: 0);
        }
        else if (left == RunOwnership.Left.AwaitingHandler)
        {
            Resume(_open.Measured.IsNone ? 0 : Stopwatch.GetTimestamp());
        }
        else if (IsOpen && !IsAwaiting)
        {
            // The last run has not returned yet.
            End(Stopwatch.GetTimestamp());
        }
    }

    // The handler of the current message has ended, and the run goes on. Returns the time if it was read; otherwise 0.
    private long EndMessage()
    {
        var isTimed = IsTimed(_open);
        var now = EndOf(isTimed);
        var begun = isTimed ? SystemMetrics.BeginWork() : 0;
        End(now);
        _system.Metrics.EndWork(begun);
        return isTimed ? now : 0;
    }

    // The run ends, and owns the fields or not.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void LeaveMessage(int run)
    {
        if (!_owner.IsHeldBy(run))
        {
            var failed = Failures.UnseenOf(Cell);
            Interlocked.MemoryBarrier();
            if (failed >= 0 && _owner.IsLast(run))
            {
                CountUnseen(failed);
            }
        }
        else if (IsOpen && IsAwaiting)
        {
            Await(run);
        }
        else
        {
            End(EndOf(IsTimed(_open)), run);
        }
    }

    private void Await(int run)
    {
        var last = _open;
        var busy = EndOf(IsTimed(last)) - BusyFrom(last);
        last.Tracked?.Awaits();
        if (_owner.Leave(run, awaiting: true))
        {
            last.Busy(busy, _dispatcher);
        }
    }

    // The mailbox is closed. Nothing may stay open, unless no run and no handler could close it. Akka never resumes a handler that awaits now.
    private void CloseForGood()
    {
        if (IsOpen && !_owner.IsFree)
        {
            _open.IsCutOff = _open.Failure is null && IsAwaiting;
            End(Stopwatch.GetTimestamp());
        }
    }

    // The one end. All is read before the message is released: after that, the fields belong to the next run.
    private void End(long now, int leavingRun = 0)
    {
        var last = _open;
        var kept = Last is { } messages ? messages.Current : default;
        var busyFrom = BusyFrom(last);
        var slow = last.Info is null ? null : Candidate.IfSlow(this, last, now);
        var unseen = last.IsCutOff ? -1 : Failures.UnseenOf(Cell);
        if (leavingRun == 0)
        {
            _open = default;
            Resume(at: 0);
        }
        else if (_owner.Leave(leavingRun, awaiting: false))
        {
            Forget(last);
        }
        else
        {
            return;
        }

        last.Failure ??= CountUnseen(unseen);
        if (last.Info is not null)
        {
            kept.End(now, last.Failure is not null);
            last.End(now, this, busyFrom);
            slow?.StartAndStop(_system.RetroactiveLimits, last.IsTimed ? now : Stopwatch.GetTimestamp());
        }
    }

    // An idle actor must not keep its last span and exception alive. The next run may already have stored its own here.
    private void Forget(in MessageScope last)
    {
        Interlocked.CompareExchange(ref _open.Span, null, last.Span);
        Interlocked.CompareExchange(ref _open.Failure, null, last.Failure);
        if (last.Tracked is not null)
        {
            Interlocked.CompareExchange(ref _open.Tracked, null, last.Tracked);
        }
    }

    private void Resume(long at)
    {
        if (_resumedAt != at)
        {
            _resumedAt = at;
        }
    }

    // The time from which the message has occupied a thread. In the run that began the message: the start of the message. In a later run, after
    // an await: the start of that run.
    private long BusyFrom(in MessageScope message) => _resumedAt != 0 ? _resumedAt : message.Measured.Ticks;

    // For a message that is only watched, the coarse time is enough to decide whether it was slow.
    private static long EndOf(bool isTimed) => isTimed ? Stopwatch.GetTimestamp() : CoarseClock.Now;

    private bool IsTimed(in MessageScope message) => message.IsTimed || Last is not null;
}
