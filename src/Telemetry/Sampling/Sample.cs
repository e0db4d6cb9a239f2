using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// What becomes of a message that may be more than counted: a span, values for the distributions, or both. Asked for
/// messages that their sender has timed, that a rule is about or the SDK's sampler decides about, and for all messages of
/// a mailbox that cannot be stamped.
/// </summary>
/// <param name="Traced">It gets a span.</param>
/// <param name="Measured">Its durations go to the distributions.</param>
/// <param name="IsInside">It was sent inside a recorded trace.</param>
/// <param name="IsUnsampled">It belongs to a trace that is not sampled, or would have begun one.</param>
internal readonly record struct Sample(bool Traced, bool Measured, bool IsInside, bool IsUnsampled)
{
    /// <param name="message">The pair of actor and message type.</param>
    /// <param name="verdict">What the rules say about the pair.</param>
    /// <param name="next">The message.</param>
    /// <param name="now">When it was dequeued.</param>
    /// <param name="roots">Null when nobody listens to spans.</param>
    /// <param name="stamped">Whether senders stamp the messages of this mailbox.</param>
    /// <param name="filter">The user's, asked last but for the budget: a span that it refuses is not paid for.</param>
    public static Sample Of(
        MessageTypeInfo message, Verdict verdict, in StampedEnvelope next, long now, RootSampling? roots, bool stamped, TraceFilter? filter = null)
    {
        var timed = next.EnqueuedAt != 0;
        var trace = next.Trace;
        var inside = SentTrace.IsRecorded(trace) || trace is StashStory { IsRecorded: true };
        var undecided = trace is null or ScheduledTrace or StashStory { IsUndecidedRoot: true };

        // The sender has thrown below a bound; here the coin falls again, below that bound, and tells for what it was.
        // For a message back from the stash nobody has thrown.
        var share = ShareOf(message, next);
        var thrown = Coin.ThrowBelow(inside ? Coin.Always : BoundOf(trace, next.EnqueuedAt, share, roots));
        var measured = verdict.Measure && thrown < share && (timed || !stamped);
        if (measured && !stamped)
        {
            message.Actor.Timing.Chosen();
        }

        if (roots is null)
        {
            return new Sample(Traced: false, measured, inside, IsUnsampled: false);
        }

        if (inside)
        {
            return Inside(verdict, next, measured, roots, filter);
        }

        if (verdict.Fully)
        {
            var allowed = Allows(filter, next, inside: false);
            return new Sample(allowed, measured, IsInside: false, IsUnsampled: !allowed && !undecided);
        }

        var drawn = (undecided || verdict.Trace == TraceMode.Always) && IsDrawn(verdict, next, thrown, share, roots, stamped);
        if (drawn && !Allows(filter, next, inside: false))
        {
            return new Sample(Traced: false, measured, IsInside: false, IsUnsampled: !undecided);
        }

        if (drawn && verdict is { Trace: TraceMode.Sampled, Ratio: { } ratio })
        {
            roots.DrawnAtRatio(ratio);
        }

        var begins = drawn && (!IsLeftToSettings(verdict) || roots.Takes(message, now, share));
        return new Sample(begins, measured, IsInside: false, !begins && !(undecided && verdict.Trace is TraceMode.Never or TraceMode.OnlyInTrace));
    }

    /// <summary>
    /// The share of messages that was measured when this one was sent, of <see cref="Coin.Always"/>: a measured one stands for as many. Where no
    /// sender has thrown it is the present one; between two questions it may change, which puts a single message's weight off by two.
    /// </summary>
    public static ulong ShareOf(MessageTypeInfo message, in StampedEnvelope next) =>
        next.Stamp is { IsNone: false } stamp && next.Note is not { Trace: StashStory } ? stamp.Share : message.Actor.Timing.Threshold;

    // Inside a recorded trace every message is timed, and of them the same share is measured as elsewhere.
    private static ulong BoundOf(object? trace, long enqueuedAt, ulong share, RootSampling? roots) => trace switch
    {
        null or ScheduledTrace when enqueuedAt != 0 => roots is null ? share : Math.Max(share, roots.TimedWhen(enqueuedAt)),
        UnsampledTrace { RecordedSource: null } => Math.Max(share, roots?.TimedInUnsampled ?? 0),
        _ => Coin.Always,
    };

    private static Sample Inside(Verdict verdict, in StampedEnvelope next, bool measured, RootSampling roots, TraceFilter? filter)
    {
        var traced = verdict.Trace != TraceMode.Never && Allows(filter, next, inside: true);
        if (traced)
        {
            roots.Continued();
        }

        return new Sample(traced, measured, IsInside: true, IsUnsampled: false);
    }

    private static bool IsDrawn(Verdict verdict, in StampedEnvelope next, ulong thrown, ulong share, RootSampling roots, bool stamped) =>
        verdict.Trace switch
        {
            TraceMode.Never or TraceMode.OnlyInTrace => false,
            TraceMode.Always => true,
            _ when verdict.Ratio is { } ratio => Coin.Throw() < Coin.Threshold(ratio),
            _ when roots.AsksSdk => true,

            // a stashed message that nobody has decided about is left alone: its sender has not thrown for it
            _ => next.Trace is null or ScheduledTrace && (next.EnqueuedAt != 0 || !stamped) && roots.Draws(thrown, share),
        };

    private static bool IsLeftToSettings(Verdict verdict) => verdict is { Trace: TraceMode.Sampled, Ratio: null };

    private static bool Allows(TraceFilter? filter, in StampedEnvelope next, bool inside) =>
        filter is null || filter.Allows(InnerMessage.Of(next.Message), inside);
}
