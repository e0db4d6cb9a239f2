using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Scheduler;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Records the sender's side of a message: the trace that it belongs to, and the time if the message is timed. A message inside a recorded trace is
/// always timed. Of the other messages a share is timed. The sender draws a random number for it, so that a burst cannot decide which messages are
/// timed.
/// </summary>
internal static class SenderStamp
{
    /// <summary>Stamps a message while no spans are collected. The message may be measured.</summary>
    /// <param name="envelope">The message with its sender.</param>
    /// <param name="timing">The rate of the receiving actor type; null before the actor has started, when every message is timed.</param>
    /// <param name="receiver">The receiver's mailbox.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static StampedEnvelope Stamp(Envelope envelope, TimingRate? timing, ObservedMailbox? receiver)
    {
        var measured = timing?.Threshold ?? SamplingRandom.Always;
        var drawn = SamplingRandom.Next();
        return drawn < measured
            ? Now(envelope.Message, envelope.Sender, drawn, timing, measured, roots: null, receiver, origin: null)
            : new(envelope.Message, envelope.Sender);
    }

    /// <summary>
    /// Decides about a message for which its sender has not decided, because it returns from a stash or could not be stamped. Its time stays. A
    /// message from the stash that was in no trace begins none. Running thread.
    /// </summary>
    /// <param name="envelope">The message.</param>
    /// <param name="timing">The rate of the actor type.</param>
    /// <param name="roots">Tracing settings; null when no spans are collected.</param>
    public static WeightedTimestamp Redraw(in StampedEnvelope envelope, TimingRate timing, RootSampling? roots)
    {
        var measured = timing.Threshold;
        var drawn = SamplingRandom.Next();
        var mayBegin = envelope.Origin is not { History: not null, IsRecorded: false };
        return new(envelope.EnqueuedAt, measured, drawn < measured, mayBegin && roots?.Samples(drawn, measured) == true);
    }

    /// <summary>Stamps a message while spans are collected.</summary>
    /// <param name="message">The message.</param>
    /// <param name="sender">Its sender.</param>
    /// <param name="timing">The rate of the receiving actor type; null before the actor has started, when every message is timed.</param>
    /// <param name="roots">Tracing settings.</param>
    /// <param name="receiver">The receiver's mailbox.</param>
    public static StampedEnvelope Stamp(object message, IActorRef sender, TimingRate? timing, RootSampling roots, ObservedMailbox? receiver)
    {
        var context = ExecutionContext.Capture();
        var origin = ReferenceEquals(context, HandlerContext.Empty) && !SentOnBehalf.IsOn ? null : SenderOrigin.Find(message, context);
        if (origin is { IsScheduled: true }
            && receiver?.Rules?.For(InnerMessage.Unwrap(message).GetType()).ScheduledRelation == AkkaSpanRelation.Parent)
        {
            // Decided here, because every message inside a recorded trace is timed. If the rules change before it is taken, it keeps this origin.
            origin = origin.ContinueTrace();
        }

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
            if (receiver?.Rules?.For(message.GetType()).Trace == AkkaTraceMode.Never
                && Activity.Current is { } span && MessageOrigin.IsRecording(span))
            {
                SenderContext.KeepSpan(span);
            }

            origin = MessageTracker.Follow(origin, message, receiver);
        }

        var drawn = SamplingRandom.Next();
        return drawn < timed
            ? Now(message, sender, drawn, timing, measured, roots, receiver, origin)
            : new(message, sender, default, origin);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static StampedEnvelope Now(
        object message, IActorRef sender, ulong drawn, TimingRate? timing, ulong measured,
            RootSampling? roots, ObservedMailbox? receiver, MessageOrigin? origin)
    {
        if (receiver is not null)
        {
            origin = receiver.OriginOfTimed(message, sender, origin, isMeasured: drawn < measured);
        }

        if (drawn < measured)
        {
            timing?.CountTimed();
        }

        return new(message, sender, new(Stopwatch.GetTimestamp(), measured, drawn < measured, roots?.Samples(drawn, measured) == true), origin);
    }
}

/// <summary>The origin of a message that is sent now on this thread. Sender's thread. Never throws.</summary>
internal static class SenderOrigin
{
    /// <summary>The origin for any message; null for no trace and no baggage.</summary>
    public static MessageOrigin? Find(object message) => Find(message, ExecutionContext.Capture());

    /// <inheritdoc cref="Find(object)"/>
    /// <param name="message">The message.</param>
    /// <param name="context">The context of this thread.</param>
    public static MessageOrigin? Find(object message, ExecutionContext? context) =>
        Unsampled(message, context) is { } unsampled ? unsampled
        : TryOfOther(message, out var origin) || Activity.Current is not { } current ? origin
        : CarriedBaggage.With(current);

    /// <summary>The actor that this thread runs sends a message to a journal. The actor's observer sees the message before the journal
    /// does.</summary>
    public static void Show(object message) =>
        ThreadContext.Known?.SendObserver?.TryOriginOf(message, Activity.Current, PassThroughContext.Current, out _);

    // The trace of a message that a handler sends in an unsampled trace, if nothing else flows. One comparison shows that. Otherwise null, and the
    // other sources have to be checked.
    private static MessageOrigin? Unsampled(object message, ExecutionContext? context) =>
        PassThroughContext.Current is { Origin: NonRecordingContext trace } passing && ReferenceEquals(passing.Context, context)
        && ThreadContext.Known is not { SendObserver: not null } && !SentOnBehalf.IsOn && message is not IScheduledTellMsg
            ? (UnsampledMessage.IsUsed ? passing.Trace : trace)
            : null;

    // The origin of a message that the current activity does not show: a message of a scheduler, from another node, set aside, passing through, or
    // outside of all activities. Returns false if the current activity shows it.
    private static bool TryOfOther(object message, out MessageOrigin? origin)
    {
        if (SentOnBehalf.IsOn && SentOnBehalf.Of is IArrivedMessage arrived)
        {
            if (arrived.Is(message, out origin))
            {
                return true;
            }
        }

        // The scheduler's thread runs in the execution context of its first caller. The current activity there belongs to no message.
        else if (message is IScheduledTellMsg or AllDeadLetters { Message: IScheduledTellMsg } || SentOnBehalf.IsOn)
        {
            origin = ScheduledContext.Sending;
            return true;
        }

        var current = Activity.Current;
        var passing = PassThroughContext.Current;
        if (ThreadContext.Known is { SendObserver: { } observer } && observer.TryOriginOf(message, current, passing, out origin))
        {
            return true;
        }

        if (passing is not null && ReferenceEquals(current, passing.Span))
        {
            origin = CarriedBaggage.WithPassThrough(passing);
            return true;
        }

        origin = current is null ? CarriedBaggage.WithPassThrough(passing: null) : null;
        return current is null;
    }
}
