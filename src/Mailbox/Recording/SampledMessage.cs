using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// A message that may need more than a count. Its sender has timed it, or a rule or the SDK's sampler decides about it. Used by the thread that runs
/// the mailbox.
/// </summary>
internal static class SampledMessage
{
    /// <summary>The actor gets the message.</summary>
    /// <param name="mailbox">The actor's mailbox.</param>
    /// <param name="info">The actor's type and the message's type.</param>
    /// <param name="verdict">What the rules say about the message.</param>
    /// <param name="next">The message.</param>
    /// <param name="now">The time; 0 when the clock has not been read.</param>
    /// <param name="tracing">Somebody listens to spans, and the end of the message will be seen.</param>
    /// <param name="isInRun">An instrumented run is on the mailbox, so the end of the message will be seen.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Open(
        MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now, bool tracing, bool isInRun)
    {
        var begun = InstrumentationOverhead.Begin();
        OpenCore(mailbox, info, verdict, next, now, tracing, isInRun);
        mailbox.Instrumentation.Cost.End(begun);
    }

    /// <summary>Keeps more than the start time of a message without a recorded span.</summary>
    /// <param name="mailbox">The actor's mailbox.</param>
    /// <param name="info">The actor's type and the message's type.</param>
    /// <param name="verdict">What the rules say about the message.</param>
    /// <param name="next">The message.</param>
    /// <param name="now">The time at which it was dequeued; 0 when the clock has not been read.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Remember(MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now)
    {
        if (mailbox.Candidate.Remember(next, now) && RetroactiveSpan.MayBegin(verdict, mailbox.Instrumentation.Settings.Filter, InnerMessage.Of(next.Message)))
        {
            mailbox.Candidate.Watch(verdict);
            mailbox.Running.Watch(info);
        }
    }

    private static void OpenCore(
        MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now, bool tracing, bool isInRun)
    {
        now = now == 0 ? Stopwatch.GetTimestamp() : now;
        if (mailbox.Relay is { } relay)
        {
            var origin = relay.Takes(info.Actor, next, now, verdict.Measure && mailbox.IsCounting);
            if (tracing)
            {
                OpenAtRelay(relay, origin, mailbox, info, verdict, next, now, isInRun);
                return;
            }
        }

        OpenSampled(mailbox, info, verdict, next, now, tracing, isInRun);
    }

    private static void OpenAtRelay(
        MailboxRelay relay, MessageOrigin? origin, MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now, bool isInRun)
    {
        if (ReferenceEquals(origin, next.Origin))
        {
            relay.Begin(next, OpenSampled(mailbox, info, verdict, next, now, tracing: true, isInRun));
            return;
        }

        // the queue still opens the envelope that it has taken
        var other = new StampedEnvelope(MessageMetadataPool.Take(next.Message, next.Stamp, origin), next.Sender);
        relay.Begin(other, OpenSampled(mailbox, info, verdict, other, now, tracing: true, isInRun));
        other.Open();
    }

    private static Activity? OpenSampled(
        MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now, bool tracing, bool isInRun)
    {
        var system = mailbox.Instrumentation;
        var sample = Sample.Of(info, verdict, next, now, tracing ? system.Roots : null, mailbox.SendersDraw, system.Settings.Filter);
        var measured = sample.Measured && mailbox.Running.Listening.ToDurations;
        var span = default(Activity);
        if (sample.Traced)
        {
            span = MessageSpan.Start(system.Spans, mailbox, info, verdict, next.ToTraced(), now);
            if (span is null)
            {
                // the SDK's sampler refused the span
                mailbox.EnterUnsampled(next.Origin);
            }
        }
        else if (tracing)
        {
            GoWithout(mailbox, sample, next);
        }

        var chosen = measured ? new WeightedTimestamp(now, Sample.ShareOf(info, next, mailbox.SendersDraw)) : default;
        var waited = next.EnqueuedAt == 0 ? -1 : Math.Max(0, now - next.EnqueuedAt);
        var kept = !mailbox.SendersDraw && Keep(mailbox, info, next, now, waited, isInRun);
        if (isInRun && (span is not null || measured || kept))
        {
            mailbox.Running.Open(info, span, chosen, waited);
        }

        if (tracing && mailbox.Candidate.IsOn)
        {
            if (sample.IsUnsampled || (sample.Traced && span is not { Recorded: true }))
            {
                mailbox.Candidate.Begin(now);
                Remember(mailbox, info, verdict, next, now);
            }
            else
            {
                if (sample is { IsInside: true, Traced: false })
                {
                    // The trace passes through. The message gets no span, even if its handler fails.
                    mailbox.Candidate.Begin(-now);
                }

                mailbox.Candidate.Ignore();
            }
        }

        if (measured && waited >= 0 && !isInRun)
        {
            // nobody will see the message's end
            WeightedTimestamp.Record(Instruments.WaitDuration, Ticks.ToSeconds(waited), chosen.Shift, info.Tags, info.Actor.Timing.MaxTimes);
        }

        return span;
    }

    // The message is one of the actor's last, if they are kept.
    private static bool Keep(MailboxRecorder mailbox, MessageTypeInfo info, in StampedEnvelope next, long now, long waited, bool isInRun)
    {
        if (mailbox.Last is not { } last)
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

    // No span. What the handler sends belongs to a pass-through trace, to no trace, or to a trace that is not sampled.
    private static void GoWithout(MailboxRecorder mailbox, Sample sample, in StampedEnvelope next)
    {
        if (sample.IsUnsampled)
        {
            mailbox.EnterUnsampled(next.Origin);
            if (mailbox.Relay is not null)
            {
                ThreadContext.Mine.Forget();
            }

            return;
        }

        CarriedBaggage.Arrive(next.Origin?.Baggage);
        HandlerContext.Leave();
        if (sample.IsInside)
        {
            HandlerContext.Enter(PassThroughContext.Of(next.Origin!));
        }
        else if (mailbox.Relay is not null)
        {
            HandlerContext.Enter(PassThroughContext.Nothing);
        }
    }
}
