using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The part that a message plays in a trace.</summary>
internal enum TraceRole
{
    /// <summary>Nothing: it is outside of all traces, or no exporter collects spans.</summary>
    None,

    /// <summary>It has a span in the recorded trace in which it was sent.</summary>
    Continues,

    /// <summary>It has no span, and the recorded trace in which it was sent passes through.</summary>
    PassesThrough,

    /// <summary>Its span begins a trace.</summary>
    Begins,

    /// <summary>It belongs to a trace that is not sampled, or would have begun one.</summary>
    Unsampled,
}

/// <summary>
/// The decision whether a message gets a span, values in the distributions, or both. It is made for messages that their sender has timed, that match
/// a rule, or that the SDK's sampler decides about. It is also made for all messages of a mailbox that cannot be stamped.
/// </summary>
/// <param name="Role">The part that the message plays in a trace.</param>
/// <param name="Measured">Its durations go to the distributions.</param>
/// <param name="IsBeyondTrace">The recorded trace in which it was sent is full. So the message was sampled like a root.</param>
/// <param name="Threshold">The probability with which it begins a trace; null if that is not known, or if it begins none.</param>
internal readonly record struct SamplingDecision(
    TraceRole Role, bool Measured, bool IsBeyondTrace = false, SamplingThreshold? Threshold = null)
{
    /// <summary>Whether the message gets a span.</summary>
    public bool Traced => Role is TraceRole.Continues or TraceRole.Begins;

    /// <param name="message">The pair of actor type and message type.</param>
    /// <param name="verdict">The verdict of the rules on the pair.</param>
    /// <param name="next">The message.</param>
    /// <param name="stamp">The decision that was made when it was sent; for a mailbox whose messages cannot be stamped, now.</param>
    /// <param name="now">The time at which it was dequeued.</param>
    /// <param name="roots">Null when no exporter collects spans.</param>
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
        var measured = verdict.Measure && stamp.IsMeasured;
        if (roots is null)
        {
            return new(TraceRole.None, measured);
        }

        var origin = next.Origin;
        var isInside = origin is { IsRecorded: true };
        if (isInside)
        {
            if (verdict.Trace == AkkaTraceMode.Never || !Allows(filter, next, mailbox, now, inside: true))
            {
                return new(TraceRole.PassesThrough, measured);
            }

            if (roots.TryContinue(TraceOf(origin!), now, beginsOwn: verdict.Relation != AkkaSpanRelation.Parent))
            {
                return new(TraceRole.Continues, measured);
            }

            if (origin!.Trace is KeptOrigin)
            {
                // It leaves a record again, which may become a span later.
                return new(TraceRole.Unsampled, measured);
            }
        }

        // The message is treated as a root: its trace is full, or it has no parent. If it gets no span, it stays in the unsampled trace that it has,
        // if any.
        var isBeyondTrace = isInside;
        var isUndecided = isBeyondTrace || origin is null or { IsUndecidedRoot: true };
        var isNew = isBeyondTrace || (isUndecided && origin?.NonRecording is null);
        if (!isBeyondTrace && verdict.Trace != AkkaTraceMode.Never && IsFollowed(verdict, next)
            && Allows(filter, next, mailbox, now, inside: false))
        {
            return new(TraceRole.Begins, measured);
        }

        if (!IsDrawn(verdict, stamp, roots, isUndecided))
        {
            var isExcluded = isNew && verdict.Trace is AkkaTraceMode.Never or AkkaTraceMode.OnlyInTrace;
            return new(isExcluded ? TraceRole.None : TraceRole.Unsampled, measured, isBeyondTrace);
        }

        if (!Allows(filter, next, mailbox, now, inside: false))
        {
            return new(isNew ? TraceRole.None : TraceRole.Unsampled, measured, isBeyondTrace);
        }

        if (IsLeftToSettings(verdict) && !roots.TryTake(ref message.RootTakenAt, now, stamp.Share, isBeyondTrace))
        {
            return new(TraceRole.Unsampled, measured, isBeyondTrace);
        }

        if (verdict is { TracesAll: false, Trace: AkkaTraceMode.Sampled, Ratio: { } ratio })
        {
            roots.DrawnAtRatio(ratio);
        }

        var isKnown = isNew && !isBeyondTrace && !verdict.TracesAll;
        return new(TraceRole.Begins, measured, isBeyondTrace, isKnown ? ThresholdOf(verdict, roots) : null);
    }

    /// <summary>The recorded trace of a message: its sender's, or the one that the first processing of a stashed message began.</summary>
    public static ActivityTraceId TraceOf(MessageOrigin origin) =>
        origin.Context is var sentIn && sentIn != default ? sentIn.TraceId : origin.History?.FirstProcessing.TraceId ?? default;

    private static bool IsFollowed(Verdict verdict, in StampedEnvelope next)
    {
        foreach (var followed in verdict.Follows)
        {
            if (followed.TryTake(InnerMessage.Unwrap(next.Message), verdict.Fields, next.Origin?.Baggage))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsDrawn(Verdict verdict, WeightedTimestamp stamp, RootSampling roots, bool isUndecided) =>
        verdict.TracesAll || verdict.Trace switch
        {
            AkkaTraceMode.Always => true,
            AkkaTraceMode.Never or AkkaTraceMode.OnlyInTrace => false,
            _ when !isUndecided => false,
            _ when verdict.Ratio is { } ratio => SamplingRandom.Next() < SamplingRandom.Threshold(ratio),
            _ => roots.AsksSdk || stamp.IsSampled,
        };

    private static SamplingThreshold? ThresholdOf(Verdict verdict, RootSampling roots) =>
        verdict.Trace == AkkaTraceMode.Always ? SamplingThreshold.All : IsLeftToSettings(verdict) ? roots.Threshold : verdict.Threshold;

    private static bool IsLeftToSettings(Verdict verdict) => verdict is { TracesAll: false, Trace: AkkaTraceMode.Sampled, Ratio: null };

    private static bool Allows(TraceFilter? filter, in StampedEnvelope next, ObservedMailbox? mailbox, long now, bool inside) =>
        filter is null || filter.Allows(new(next, mailbox!, now), inside);
}
