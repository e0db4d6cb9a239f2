using System.Diagnostics;
using Akka.Actor.Scheduler;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>The origin of a message that is sent now on this thread. Sender's thread. Never throws.</summary>
internal static class SenderOrigin
{
    /// <summary>The origin for any message; null for no trace and no baggage.</summary>
    public static MessageOrigin? Of(object message) => Of(message, ExecutionContext.Capture());

    /// <inheritdoc cref="Of(object)"/>
    /// <param name="message">The message.</param>
    /// <param name="context">The context of this thread.</param>
    public static MessageOrigin? Of(object message, ExecutionContext? context) =>
        Unsampled(message, context) is { } unsampled ? unsampled
        : TryOfOther(message, out var origin) || Activity.Current is not { } current ? origin
        : CarriedBaggage.With(current);

    // The trace of a message that a handler sends in an unsampled one, if nothing else flows, baggage neither: one comparison shows it. Else null, and
    // everything has to be asked.
    private static NonRecordingContext? Unsampled(object message, ExecutionContext? context) =>
        ThreadContext.Known is not { } thread || !thread.Knows(context) || message is IScheduledTellMsg ? null
        : thread.Activity is not { } activity ? NonRecordingContext.Nameless
        : NonRecordingActivity.IsWithoutBaggage(activity) ? activity.Trace
        : null;

    // The origin of a message that the current activity does not show: of a scheduler, from another node, set aside, passing through, or outside of
    // all activities. Returns false if the current activity shows it.
    private static bool TryOfOther(object message, out MessageOrigin? origin)
    {
        if (SentOnBehalf.IsOn && SentOnBehalf.Of is ArrivedMessage arrived)
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
        if (ThreadContext.Known is { Relay: { } relay } && relay.TryOriginOf(message, current, passing, out origin))
        {
            return true;
        }

        if (passing is not null && ReferenceEquals(current, passing.Span))
        {
            origin = CarriedBaggage.WithPassing(passing);
            return true;
        }

        origin = current is null ? CarriedBaggage.WithPassing(passing: null) : null;
        return current is null;
    }
}
