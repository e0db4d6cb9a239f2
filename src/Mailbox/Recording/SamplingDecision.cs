using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The decision whether a message gets a span, values in the distributions, or both. It is made for messages that their sender has timed, that match
/// a rule, or that the SDK's sampler decides about. It is also made for all messages of a mailbox that cannot be stamped.
/// </summary>
/// <param name="Traced">The message gets a span.</param>
/// <param name="Measured">Its durations go to the distributions.</param>
/// <param name="IsInside">It was sent inside a recorded trace.</param>
/// <param name="IsUnsampled">It belongs to a trace that is not sampled, or would have begun one.</param>
/// <param name="IsBeyondTrace">The recorded trace in which it was sent has as many spans as it may have. So it was drawn as a root.</param>
/// <param name="Threshold">The probability with which it begins a trace; null where that is not known, and where it begins none.</param>
internal readonly record struct SamplingDecision(
    bool Traced, bool Measured, bool IsInside, bool IsUnsampled, bool IsBeyondTrace = false, SamplingThreshold? Threshold = null)
{
    /// <param name="message">The pair of actor type and message type.</param>
    /// <param name="verdict">The verdict of the rules on the pair.</param>
    /// <param name="next">The message.</param>
    /// <param name="stamp">What was decided about it when it was sent; for a mailbox whose messages cannot be stamped, now.</param>
    /// <param name="now">The time at which it was dequeued.</param>
    /// <param name="roots">Null when nobody listens to spans.</param>
    /// <param name="filter">The user's filter. It is called last, but before the budget, so a refused span does not use the budget.</param>
    /// <param name="mailbox">The mailbox, for the filter.</param>
    public static SamplingDecision Decide(
        MessageTypeInfo message,
        Verdict verdict,
        in StampedEnvelope next,
        WeightedTimestamp stamp,
        long now,
        RootSampling? roots,
        TraceFilter? filter = null,
        ObservedMailbox? mailbox = null)
    {
        var origin = next.Origin;
        var inside = origin is { IsRecorded: true };
        var undecided = origin is null or { IsUndecidedRoot: true };
        var measured = verdict.Measure && stamp.IsMeasured;
        if (roots is null)
        {
            return new SamplingDecision(Traced: false, measured, inside, IsUnsampled: false);
        }

        if (inside)
        {
            var traced = verdict.Trace != AkkaTraceMode.Never && Allows(filter, next, mailbox, now, inside: true);
            if (!traced || roots.TryContinue(TraceOf(origin!), now, beginsOwn: verdict.Relation != AkkaSpanRelation.Parent))
            {
                return new SamplingDecision(traced, measured, IsInside: true, IsUnsampled: false);
            }
        }

        // without a span, the message stays in the unsampled trace that it has, if any
        var isNew = inside || (undecided && origin?.NonRecording is null);
        if (verdict.Fully)
        {
            var allowed = Allows(filter, next, mailbox, now, inside: false);
            return new SamplingDecision(allowed, measured, IsInside: false, IsUnsampled: !allowed && !isNew, inside);
        }

        var isDrawn = (inside || undecided || verdict.Trace == AkkaTraceMode.Always) && IsDrawn(verdict, stamp, roots);
        if (isDrawn && !Allows(filter, next, mailbox, now, inside: false))
        {
            return new SamplingDecision(Traced: false, measured, IsInside: false, IsUnsampled: !isNew, inside);
        }

        if (isDrawn && verdict is { Trace: AkkaTraceMode.Sampled, Ratio: { } ratio })
        {
            roots.DrawnAtRatio(ratio);
        }

        var begins = isDrawn && (!IsLeftToSettings(verdict) || roots.Takes(ref message.RootTakenAt, now, stamp.Share, inside));
        var isUnsampled = !begins && !(isNew && verdict.Trace is AkkaTraceMode.Never or AkkaTraceMode.OnlyInTrace);
        return new SamplingDecision(begins, measured, IsInside: false, isUnsampled, inside, begins
            && isNew && !inside ? ThresholdOf(verdict, roots) : null);
    }

    /// <summary>The recorded trace of a message: its sender's, or the one that the first processing of a stashed message began.</summary>
    public static ActivityTraceId TraceOf(MessageOrigin origin) =>
        origin.Context is var sentIn && sentIn != default ? sentIn.TraceId : origin.History?.FirstProcessing.TraceId ?? default;

    private static bool IsDrawn(Verdict verdict, WeightedTimestamp stamp, RootSampling roots) =>
        verdict.Trace switch
        {
            AkkaTraceMode.Never or AkkaTraceMode.OnlyInTrace => false,
            AkkaTraceMode.Always => true,
            _ when verdict.Ratio is { } ratio => SamplingRandom.Next() < SamplingRandom.Threshold(ratio),
            _ => roots.AsksSdk || stamp.IsSampled,
        };

    private static SamplingThreshold? ThresholdOf(Verdict verdict, RootSampling roots) =>
        verdict.Trace == AkkaTraceMode.Always ? SamplingThreshold.All : IsLeftToSettings(verdict) ? roots.Threshold : verdict.Threshold;

    private static bool IsLeftToSettings(Verdict verdict) => verdict is { Trace: AkkaTraceMode.Sampled, Ratio: null };

    private static bool Allows(TraceFilter? filter, in StampedEnvelope next, ObservedMailbox? mailbox, long now, bool inside) =>
        filter is null || filter.Allows(new(next, mailbox!, now), inside);
}
