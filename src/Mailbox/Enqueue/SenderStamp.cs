using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Records the sender's side of a message: the trace that it belongs to, and the time if the message is timed. A message inside a recorded trace is
/// always timed. Of the other messages a share is timed. The sender draws a random number for it, so that a burst cannot decide which messages are
/// timed.
/// </summary>
internal static class SenderStamp
{
    /// <summary>A message while nobody listens to spans: it may be measured.</summary>
    /// <param name="envelope">The message with its sender.</param>
    /// <param name="timing">The rate of the receiving actor type; null before the actor has started, when every message is timed.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static StampedEnvelope Of(Envelope envelope, TimingRate? timing)
    {
        var measured = timing?.Threshold ?? SamplingRandom.Always;
        var drawn = SamplingRandom.Next();
        return new(envelope.Message, envelope.Sender, drawn < measured ? Now(drawn, timing, measured) : default);
    }

    /// <summary>A message while somebody listens to spans.</summary>
    /// <param name="message">The message.</param>
    /// <param name="sender">Its sender.</param>
    /// <param name="timing">The rate of the receiving actor type; null before the actor has started, when every message is timed.</param>
    /// <param name="roots">Tracing settings.</param>
    /// <param name="receiver">The receiver's mailbox.</param>
    public static StampedEnvelope Of(object message, IActorRef sender, TimingRate? timing, RootSampling roots, ObservedMailbox? receiver)
    {
        var context = ExecutionContext.Capture();
        var origin = ReferenceEquals(context, HandlerContext.Empty) && !SentOnBehalf.IsOn ? null : SenderOrigin.Of(message, context);
        var measured = timing?.Threshold ?? SamplingRandom.Always;
        ulong timed;
        if (origin is null or { IsUndecidedRoot: true })
        {
            timed = Math.Max(measured, roots.Timed);
        }
        else if (!origin.IsRecorded)
        {
            timed = Math.Max(measured, roots.TimedInUnsampled);
        }
        else
        {
            timed = SamplingRandom.Always;
            if (receiver?.Rules?.For(message.GetType()).Trace == AkkaTraceMode.Never && Activity.Current is { Recorded: true } span)
            {
                SenderContext.KeepSpan(span);
            }

            origin = MessageTracker.Follow(origin, message, receiver);
        }

        var drawn = SamplingRandom.Next();
        return new(message, sender, drawn < timed ? Now(drawn, timing, measured) : default, origin);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeightedTimestamp Now(ulong drawn, TimingRate? timing, ulong measured)
    {
        if (drawn < measured)
        {
            timing?.CountTimed();
        }

        return new WeightedTimestamp(Stopwatch.GetTimestamp(), measured);
    }
}
