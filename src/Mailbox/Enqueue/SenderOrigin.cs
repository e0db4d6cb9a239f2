using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor.Scheduler;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>The origin of a message that is sent now on this thread. Sender's thread. Never throws.</summary>
internal static class SenderOrigin
{
    /// <summary>The origin for any message; null for no trace and no baggage.</summary>
    public static MessageOrigin? Of(object message)
    {
        // In handlers, one comparison mostly finds the trace and shows that there is no baggage.
        var context = ExecutionContext.Capture();
        if (Unsampled(message, context) is { } unsampled)
        {
            return unsampled;
        }

        if (InSpan(message, context) is { } sentIn)
        {
            return sentIn;
        }

        return TryOfOther(message, out var origin, out _) || Activity.Current is not { } current ? origin : CarriedBaggage.With(current);
    }

    /// <summary>
    /// The trace of a message that a handler sends in an unsampled one, if nothing else flows, baggage neither; else null, and everything has to be
    /// asked.
    /// </summary>
    /// <param name="message">The message.</param>
    /// <param name="context">The context of this thread.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static NonRecordingContext? Unsampled(object message, ExecutionContext? context) =>
        ThreadContext.Known is not { } thread || !thread.Knows(context) || message is IScheduledTellMsg ? null
        : thread.Activity is not { } activity ? NonRecordingContext.Nameless
        : NonRecordingActivity.IsWithoutBaggage(activity) ? activity.Trace
        : null;

    /// <summary>
    /// The origin of a message that a handler sends inside its recorded span, if nothing else flows; else null, and everything has to be asked
    /// (<see cref="OpenSpan.OriginIn"/>).
    /// </summary>
    /// <param name="message">The message.</param>
    /// <param name="context">The context of this thread.</param>
    public static SenderContext? InSpan(object message, ExecutionContext? context) =>
        !SentOnBehalf.IsOn && ThreadContext.Known?.OriginIn(context) is { } sentIn && message is not IScheduledTellMsg ? sentIn : null;

    /// <summary>
    /// The origin of a message that the current activity does not show: of a scheduler, from another node, set aside, passing through, or outside of
    /// all activities. Returns false if the current activity shows it.
    /// </summary>
    /// <param name="message">The message.</param>
    /// <param name="origin">The origin; null for no trace.</param>
    /// <param name="recorded">Whether the trace is recorded; null outside of a trace.</param>
    public static bool TryOfOther(object message, out MessageOrigin? origin, out bool? recorded)
    {
        recorded = null;
        if (SentOnBehalf.IsOn && SentOnBehalf.Of is ArrivedMessage arrived)
        {
            if (arrived.Is(message, out origin))
            {
                recorded = RecordedOf(origin);
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
        if (ThreadContext.Known is { Relay: { } relay } && relay.TryOriginOf(message, current, passing, out origin))
        {
            recorded = RecordedOf(origin);
            return true;
        }

        if (passing is not null && ReferenceEquals(current, passing.Span))
        {
            origin = CarriedBaggage.WithPassing(passing);
            recorded = RecordedOf(passing.Trace);
            return true;
        }

        origin = current is null ? CarriedBaggage.WithPassing(passing: null) : null;
        return current is null;
    }

    /// <summary>Whether a message belongs to a recorded trace; null outside of a trace, and where nobody has decided.</summary>
    public static bool? RecordedOf(MessageOrigin? origin) => origin is null or { IsUndecidedRoot: true } ? null : origin.IsRecorded;
}
