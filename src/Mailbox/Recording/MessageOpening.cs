using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Scheduler;

namespace AkkaInstrumentation;

/// <summary>
/// Decides what is recorded about a message when its handler begins, if a count is not enough. The message may get a span or only make its trace
/// current, its durations may be recorded, and it may be watched for being slow. Running thread.
/// </summary>
internal static class MessageOpening
{
    /// <summary>The message may need more than a count. Its sender has timed it, or a rule or the SDK's sampler decides about it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Decide(
        MailboxRecorder mailbox, MessageCell cell, Verdict verdict, StampedEnvelope next, long now, bool isTraced, bool isInRun)
    {
        var info = cell.Info;
        var arrived = next.Origin?.Tracked;
        var attempt = next.Origin?.Attempt ?? 1;
        if (mailbox.Observer is { } observer)
        {
            var origin = observer.Arrives(info.Actor, next, now, verdict.Measure && mailbox.IsCounting);
            next = isTraced ? new StampedEnvelope(next.Message, next.Sender, next.Stamp, origin) : next;
        }

        var roots = isTraced ? mailbox.Instrumentation.Roots : null;
        now = now == 0 ? BeginTime(mailbox, verdict, next, roots) : now;
        var stamp = mailbox.SendersDraw ? next.Stamp : Redraw(info, verdict, next, roots);
        var decision = SamplingDecision.Decide(info, verdict, next, stamp, now, roots, mailbox.Instrumentation.Settings.Filter, mailbox);
        var current = isTraced ? EnterTrace(mailbox, decision, cell, verdict, next, now) : null;
        var waited = next.EnqueuedAt == 0 ? -1 : Math.Max(0, now - next.EnqueuedAt);
        var measured = decision.Measured ? Measure(mailbox, stamp, now) : default;
        var tracked = next.Origin?.Tracked ?? arrived;
        var begun = new BegunMessage(info, next, decision.Traced ? current : null, now, waited, isTraced, isInRun);
        Open(mailbox, begun, current, measured, tracked, attempt);

        var span = current is { IsAllDataRequested: true } ? current : null;
        if (attempt > 1)
        {
            span?.SetTag(AkkaSpanAttributes.MessageAttempt, (long)attempt);
        }

        if (tracked is not null)
        {
            Track(tracked, arrived, span, isInRun);
        }

        if (isTraced && (decision.Role == TraceRole.Unsampled || (decision.Traced && span is null)))
        {
            KeepCandidate(mailbox, info, verdict, next, now, waited);
        }
        else if (isTraced)
        {
            // A message that has a span, or whose trace passes through, gets no other span, even if its handler fails.
            mailbox.Candidate.Ignore(now, isOfNothing: decision.Role == TraceRole.PassesThrough);
        }
    }

    /// <summary>
    /// Akka keeps the message and gives it to the actor again later. So no trace begins now, and nothing is measured.
    /// </summary>
    public static void SetAside(
        MailboxRecorder mailbox, MessageObserver observer, MessageTypeInfo info, in StampedEnvelope next, bool isTraced, bool isInRun)
    {
        if (isTraced)
        {
            HandlerContext.EnterWithoutSpan(next.Origin, passesThrough: false);
            HandlerContext.Enter(PassThroughContext.Nothing);
            mailbox.Candidate.Forget(CoarseClock.Now);
        }

        var number = observer.Begin(new(info, next, span: null, Stopwatch.GetTimestamp(), waited: -1, isTraced, isInRun));
        if (isInRun && number != 0)
        {
            mailbox.Open(new(info) { Number = number });
        }
    }

    /// <summary>The message is not recorded. If it fails or is slow, it may get a span.</summary>
    public static void KeepCandidate(
        MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now, long waited)
    {
        if (mailbox.Kept is { } kept)
        {
            now = now == 0 ? Stopwatch.GetTimestamp() : now;
            kept.Begin(mailbox, info, verdict, next, now, waited);
        }

        if (!mailbox.Candidate.IsOn)
        {
            return;
        }

        var begunAt = now == 0 ? CoarseClock.Now : now;
        mailbox.Candidate.Begin(next, begunAt, waited);
        if (!mailbox.Candidate.WatchesTimes)
        {
            return;
        }

        var shownName = mailbox.ShownName(verdict, next.Message);
        if (mailbox.MayBegin(verdict, new(next, mailbox, begunAt), shownName))
        {
            mailbox.Candidate.Watch(verdict, shownName);
            if (mailbox.Scope.Info is null)
            {
                mailbox.Open(new(info));
            }
        }
    }

    /// <summary>
    /// The flow that a timed or failed message belongs to, by the sender in the envelope; null when flows are not recorded. Never throws, although
    /// the sender's reference may be of a user's own class.
    /// </summary>
    public static MessageFlow? FlowOf(MailboxRecorder mailbox, IActorRef? sender, MessageTypeInfo message, bool isScheduled) =>
        mailbox.Instrumentation.Observer.FlowOf(sender, message, isScheduled);

    // The time at which the handler begins, read now if it has not been read before. It is not exact where neither a span nor a duration begins.
    private static long BeginTime(MailboxRecorder mailbox, Verdict verdict, in StampedEnvelope next, RootSampling? roots)
    {
        var isOnlyWatched = next.Stamp.IsNone && mailbox.SendersDraw && verdict.IsOfSettings
            && roots is not { AsksSdk: true } && next.Origin is not { IsRecorded: true };
        return isOnlyWatched ? CoarseClock.Now : Stopwatch.GetTimestamp();
    }

    // The sender has not decided whether the message is timed.
    private static WeightedTimestamp Redraw(MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, RootSampling? roots)
    {
        var stamp = SenderStamp.Redraw(next, info.Actor.Timing, roots);
        if (verdict.Measure && stamp.IsMeasured)
        {
            info.Actor.Timing.CountTimed();
        }

        return stamp;
    }

    private static WeightedTimestamp Measure(MailboxRecorder mailbox, WeightedTimestamp stamp, long now) =>
        mailbox.IsCounting && Instruments.IsMeasuring && mailbox.Observer is not { SetsAside: true } ? new(now, stamp.Share) : default;

    // The message becomes the open one if anything has to be done at its end.
    private static void Open(
        MailboxRecorder mailbox, in BegunMessage begun, Activity? current, WeightedTimestamp measured, TrackedMessage? tracked, int attempt)
    {
        var (info, waited) = (begun.Info, begun.Waited);
        var number = mailbox.Observer?.Begin(begun) ?? 0;
        if (begun.IsInRun && (current is not null || !measured.IsNone || number != 0 || tracked is not null || attempt > 1))
        {
            var flow = measured.IsNone ? null : FlowOf(mailbox, begun.Message.Sender, info, begun.Message.Message is IScheduledTellMsg);
            mailbox.Open(new(info, current, measured, waited, flow)
            {
                SpanBegunAt = begun.Now,
                Tracked = tracked,
                Attempt = attempt,
                Number = number,
            });
            if (!measured.IsNone)
            {
                HandlerBytes.Begin(mailbox, mailbox.Instrumentation.Settings.MetricsAllocations);
            }
        }
        else if (!measured.IsNone && waited >= 0)
        {
            // the message's end will not be seen
            WeightedTimestamp.Record(Instruments.WaitDuration, Ticks.ToSeconds(waited), measured.Shift, info.Tags, info.Actor.Timing.MaxTimes);
        }
    }

    // A test follows the message.
    private static void Track(TrackedMessage tracked, TrackedMessage? arrived, Activity? span, bool isInRun)
    {
        tracked.Began(span);
        if (!isInRun)
        {
            // its end will not be seen
            tracked.Ended();
        }

        if (!ReferenceEquals(arrived, tracked))
        {
            // a journal's answer, in the place of the event
            arrived?.Lost();
        }
    }

    // Makes the message's activity current. Returns its span, or the activity of an unsampled message; null for none.
    private static Activity? EnterTrace(
        MailboxRecorder mailbox, SamplingDecision decision, MessageCell cell, Verdict verdict, in StampedEnvelope next, long now)
    {
        var info = cell.Info;
        if (decision.IsBeyondTrace && SamplingDecision.TraceOf(next.Origin!) is var full && !mailbox.Instrumentation.Roots.IsLimited(full))
        {
            mailbox.Instrumentation.Observer.TraceIsFull(mailbox, info, full, now);
        }

        if (verdict.Trace == AkkaTraceMode.OnlyInTrace && decision.Role == TraceRole.None)
        {
            cell.CountUntraced(verdict.Sources.Trace);
        }

        if (decision.Traced)
        {
            var threshold = mailbox.Instrumentation.HasSamplerInCode ? null : decision.Threshold;
            var span = new MessageSpan(
                mailbox.Instrumentation.Spans, mailbox, info, verdict, next, now, mailbox.ShownName(verdict, next.Message),
                decision.IsBeyondTrace, threshold).Start();
            if (span is null)
            {
                // the SDK's sampler refused the span
                return mailbox.EnterUnsampled(next.Origin, info.ActivityNeed, decision.IsBeyondTrace);
            }

            if (span is { IsAllDataRequested: false } && decision.Role == TraceRole.Begins)
            {
                mailbox.Instrumentation.SdkRefusedRoot();
            }
            else if (decision.Role == TraceRole.Continues && verdict.Relation != AkkaSpanRelation.Parent)
            {
                mailbox.Instrumentation.Roots.CountTogether(SamplingDecision.TraceOf(next.Origin!), span.TraceId);
            }

            return span;
        }

        if (decision.Role == TraceRole.Unsampled)
        {
            return mailbox.EnterUnsampled(next.Origin, info.ActivityNeed, decision.IsBeyondTrace);
        }

        HandlerContext.EnterWithoutSpan(next.Origin, passesThrough: decision.Role == TraceRole.PassesThrough);
        if (decision.Role == TraceRole.None && mailbox.Observer is { SeesSends: true })
        {
            HandlerContext.Enter(PassThroughContext.Nothing);
        }

        return null;
    }
}
