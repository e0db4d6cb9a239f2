using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Actor.Scheduler;
using Akka.Dispatch.SysMsg;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>Finds the trace of what is published for loggers: of a log event, a dead letter or an unhandled message. The publishing thread.</summary>
internal static class LogStamp
{
    /// <summary>
    /// The message's trace and baggage; null for none. A line about a failure belongs to the failed message, one about a lost message to that message.
    /// Every other line belongs to what is current.
    /// </summary>
    public static MessageOrigin? OriginOf(object message)
    {
        if (InternalCurrentActorCellKeeper.Current is { } actor)
        {
            if (ReportedMessage.IsBy(actor, out var reported))
            {
                return reported;
            }

            if (FailureOf(actor) is { } failed)
            {
                return failed;
            }
        }

        // The scheduler's thread runs in the execution context of its first caller. The current activity there belongs to no message.
        if (message is AllDeadLetters { Message: IScheduledTellMsg })
        {
            return LogContext.Of(ScheduledContext.Sending);
        }

        return CarriedBaggage.Around(OwnOf(message) ?? LogContext.Here());
    }

    // A logger's own event has the context of the logger's activity. Nobody exports that one, so its origin is the better answer.
    private static LogContext? OwnOf(object message) =>
        LogEventContext.Read is { } read && message is LogEvent logged && Activity.Current is not LogActivity && read(logged) is { } context
            ? LogContext.Of(context)
            : null;

    // A supervisor whose mailbox is not instrumented, such as the guardian of top-level actors, handles a failure. No trace is current there.
    private static LogContext? FailureOf(ActorCell actor) =>
        actor.CurrentMessage is Failed { Child: ActorRefWithCell { Underlying: ActorCell { Mailbox.MessageQueue: RecordedQueue failed } } } failure
            ? LogContext.Of(failed.Recorder.Failures.OriginOf(failure.Cause))
            : null;
}
