using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// What becomes of a message that may be more than counted: a span, values for the distributions, or both. Asked for
/// messages that their sender has timed, for those that the SDK's sampler decides about, and for all messages of a mailbox
/// that cannot be stamped.
/// </summary>
internal readonly record struct TimedSample(bool Traced, bool Measured)
{
    /// <param name="message">The pair of actor and message type.</param>
    /// <param name="next">The message.</param>
    /// <param name="now">When it was dequeued.</param>
    /// <param name="roots">Null when nobody listens to spans.</param>
    /// <param name="stamped">Whether senders stamp the messages of this mailbox.</param>
    public static TimedSample Of(MessageTypeInfo message, in StampedEnvelope next, long now, RootSampling? roots, bool stamped)
    {
        var share = message.Actor.Timing.Threshold;
        return next.Trace switch
        {
            // inside a recorded trace every message is timed, and for the distributions the same share of them as elsewhere
            Activity { Recorded: true } => Inside(roots, share),
            Activity => new TimedSample(Traced: false, Measured: true),
            StashStory { IsRecorded: true } => Inside(roots, share),
            StashStory story => new TimedSample(story.IsUndecidedRoot && roots is { AsksSdk: true }, Coin.Throw() < share),
            _ when next.EnqueuedAt == 0 => Untimed(message, share, now, roots, stamped),
            _ => Root(message, share, now, roots),
        };
    }

    private static TimedSample Inside(RootSampling? roots, ulong share)
    {
        roots?.Continued();
        return new TimedSample(roots is not null, Coin.Throw() < share);
    }

    // The sender has thrown below one bound for both; here the coin falls again, below that bound, and tells which it was.
    private static TimedSample Root(MessageTypeInfo message, ulong share, long now, RootSampling? roots)
    {
        if (roots is null)
        {
            return new TimedSample(Traced: false, Measured: true);
        }

        var thrown = Coin.ThrowBelow(SenderStamp.Share(share, roots));
        return new TimedSample(roots.AsksSdk || roots.Samples(message, thrown, share, now), thrown < share);
    }

    private static TimedSample Untimed(MessageTypeInfo message, ulong share, long now, RootSampling? roots, bool stamped)
    {
        var thrown = Coin.Throw();
        var measured = !stamped && thrown < share;
        if (measured)
        {
            message.Actor.Timing.Chosen();
        }

        return new TimedSample(roots is not null && (roots.AsksSdk || roots.Samples(message, thrown, share, now)), measured);
    }
}
