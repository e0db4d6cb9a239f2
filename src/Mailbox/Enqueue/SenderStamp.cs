using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Scheduler;

namespace AkkaInstrumentation;

/// <summary>
/// Records the sender's side of a message: the trace that it belongs to, and the time if the message is timed. A message inside a recorded trace is
/// always timed. Of the other messages a share is timed. The sender draws a random number for it, so that a burst cannot decide which messages are
/// timed.
/// </summary>
internal static class SenderStamp
{
    /// <summary>A message while nobody listens to spans: it may be measured.</summary>
    /// <param name="message">The message.</param>
    /// <param name="sender">Its sender.</param>
    /// <param name="timing">The rate of the receiving actor type; null before the actor has started, when every message is timed.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static StampedEnvelope Of(object message, IActorRef sender, TimingRate? timing)
    {
        var measured = timing?.Threshold ?? SamplingRandom.Always;
        var drawn = SamplingRandom.Next();
        return drawn >= measured ? new StampedEnvelope(message, sender) : Timed(message, sender, drawn, timing, measured, roots: null, unsampled: null);
    }

    /// <summary>A message while somebody listens to spans.</summary>
    /// <param name="message">The message.</param>
    /// <param name="sender">Its sender.</param>
    /// <param name="timing">The rate of the receiving actor type; null before the actor has started, when every message is timed.</param>
    /// <param name="roots">Tracing settings.</param>
    /// <param name="rules">What the rules say about the receiver; null before the actor has started.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static StampedEnvelope Of(object message, IActorRef sender, TimingRate? timing, RootSampling roots, ActorRules? rules)
    {
        var measured = timing?.Threshold ?? SamplingRandom.Always;
        ulong share;
        var unsampled = default(NonRecordingContext);

        // Nearly every sender is in one of two contexts. One comparison finds the trace and shows that there is no baggage.
        var context = ExecutionContext.Capture();
        if (ReferenceEquals(context, HandlerContext.Empty))
        {
            if (SentOnBehalf.IsOn)
            {
                return new StampedEnvelope(OfOther(message, context, timing, roots, rules), sender);
            }

            share = Math.Max(measured, roots.Timed);
        }
        else
        {
            unsampled = SenderOrigin.Unsampled(message, context);
            if (unsampled is null)
            {
                return new StampedEnvelope(OfOther(message, context, timing, roots, rules), sender);
            }

            share = Math.Max(measured, roots.TimedInUnsampled);
        }

        var drawn = SamplingRandom.Next();
        return drawn < share ? Timed(message, sender, drawn, timing, measured, roots, unsampled)
            : unsampled is null ? new StampedEnvelope(message, sender)
            : unsampled.IsNameless ? new StampedEnvelope(message, sender, InlineStamp.Unsampled)
            : new StampedEnvelope(MessageMetadataPool.Take(message, stamp: default, unsampled), sender);
    }

    /// <summary>The share of messages that are timed. Some of these may be traced and some measured.</summary>
    public static ulong Share(ulong measured, RootSampling? roots) => roots is null ? measured : Math.Max(measured, roots.Timed);

    // Sent by a scheduler, inside a recorded trace, or where the current activity alone does not show the trace.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object OfOther(object message, ExecutionContext? context, TimingRate? timing, RootSampling roots, ActorRules? rules)
    {
        if (SenderOrigin.InSpan(message, context) is { } sentIn && rules?.For(message.GetType()).Trace != AkkaTraceMode.Never)
        {
            return PayloadOf(message, timing, roots, sentIn, recorded: true);
        }

        if (SenderOrigin.TryOfOther(message, out var origin, out var isRecorded) || Activity.Current is not { } current)
        {
            return PayloadOf(message, timing, roots, origin, isRecorded);
        }

        if (current.Recorded && rules?.For(message.GetType()).Trace == AkkaTraceMode.Never)
        {
            SenderContext.KeepSpan(current);
        }

        origin = CarriedBaggage.With(current);
        return PayloadOf(message, timing, roots, origin, SenderOrigin.RecordedOf(origin));
    }

    // Recorded is null outside of a trace.
    private static object PayloadOf(object message, TimingRate? timing, RootSampling roots, MessageOrigin? origin, bool? recorded)
    {
        var measured = timing?.Threshold ?? SamplingRandom.Always;
        var share = recorded switch
        {
            null => Share(measured, roots),
            true => SamplingRandom.Always,
            false => Math.Max(measured, roots.TimedInUnsampled),
        };
        var drawn = SamplingRandom.Next();
        return drawn < share ? Timed(message, drawn, timing, measured, origin) : MessageMetadataPool.Around(message, stamp: default, origin);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static StampedEnvelope Timed(
        object message, IActorRef sender, ulong drawn, TimingRate? timing, ulong measured, RootSampling? roots, NonRecordingContext? unsampled) =>
        unsampled is null && Share(measured, roots) == SamplingRandom.Always && IsOfAll(timing, roots)
            ? new StampedEnvelope(message, sender, new InlineStamp(StampOf(drawn, timing, measured)))
            : new StampedEnvelope(Timed(message, drawn, timing, measured, unsampled), sender);

    private static MessageMetadata Timed(object message, ulong drawn, TimingRate? timing, ulong measured, MessageOrigin? origin) =>
        MessageMetadataPool.Take(message, StampOf(drawn, timing, measured), origin);

    private static WeightedTimestamp StampOf(ulong drawn, TimingRate? timing, ulong measured)
    {
        if (drawn < measured)
        {
            timing?.CountTimed();
        }

        return new WeightedTimestamp(Stopwatch.GetTimestamp(), measured);
    }

    // Whether every message is timed. A backlog may then hold any number of timestamps, and each would need a metadata object. If only a share is
    // timed, the pool has enough objects.
    private static bool IsOfAll(TimingRate? timing, RootSampling? roots) => roots is { Timed: SamplingRandom.Always } || timing is { IsOfAll: true };
}
