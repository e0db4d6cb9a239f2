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

    // The supervisor handles a failure, between its own messages; or the actor whose message has failed restarts or stops. Its cell forgets the message
    // in the middle of a restart, but not its number.
    private static LogContext? FailureOf(ActorCell actor) => actor.CurrentMessage switch
    {
        Failed { Child: ActorRefWithCell { Underlying: ActorCell child } } => RecorderOf(child)?.Failures.Trace,
        ISystemMessage => null,
        _ => RecorderOf(actor) is { } recorder && recorder.Failures.HasFailed(actor.CurrentEnvelopeId) ? recorder.Failures.Trace : null,
    };

    private static MailboxRecorder? RecorderOf(ActorCell actor) => (actor.Mailbox?.MessageQueue as RecordedQueue)?.Recorder;
}
