using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// What becomes of a message that its sender has timed, or that the SDK's sampler is to decide about: a span, values for
/// the distributions, or both.
/// </summary>
internal readonly record struct TimedSample(bool Traced, bool Measured)
{
    /// <param name="message">The pair of actor and message type.</param>
    /// <param name="next">The message.</param>
    /// <param name="now">When it was dequeued.</param>
    /// <param name="roots">Null when nobody listens to spans.</param>
    public static TimedSample Of(MessageTypeInfo message, in StampedEnvelope next, long now, RootSampling? roots)
    {
        var measured = message.Actor.Timing.Threshold;
        if (next.Trace is Activity parent)
        {
            // inside a recorded trace every message is timed, and for the distributions the same share of them as elsewhere
            return parent.Recorded
                ? Continue(roots, Coin.Throw() < measured)
                : new TimedSample(Traced: false, Measured: true);
        }

        if (roots is null)
        {
            return new TimedSample(Traced: false, Measured: true);
        }

        if (next.EnqueuedAt == 0)
        {
            return new TimedSample(roots.AsksSdk, Measured: false);
        }

        var thrown = Coin.ThrowBelow(SenderStamp.Share(measured, roots));
        return new TimedSample(roots.AsksSdk || roots.Samples(message, thrown, measured, now), thrown < measured);
    }

    private static TimedSample Continue(RootSampling? roots, bool measured)
    {
        roots?.Continued();
        return new TimedSample(roots is not null, measured);
    }
}
