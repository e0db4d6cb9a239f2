using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>Finds the trace of what is published for loggers: of a log event, a dead letter or an unhandled message. The publishing thread.</summary>
internal static class LogStamp
{
    /// <summary>
    /// The message's trace and baggage; null for none. A line about a failure belongs to the failed message: Akka logs it between two messages, where
    /// nothing or another trace is current. Every other line belongs to what is current, and keeps that span for its logger.
    /// </summary>
    public static MessageOrigin? OriginOf(object message)
    {
        if (InternalCurrentActorCellKeeper.Current is { } actor && FailureIn(actor) is { } failed)
        {
            return failed;
        }

        var origin = SenderOrigin.Find(message);
        if (Activity.Current is { Recorded: true } span && origin?.Context.SpanId == SenderContext.IdOf(span))
        {
            SenderContext.KeepSpan(span);
        }

        return origin;
    }

    // A supervisor whose mailbox is not instrumented, such as the guardian of top-level actors, handles a failure. No trace is current there.
    private static MessageOrigin? FailureIn(ActorCell actor) =>
        actor.CurrentMessage is Failed { Child: ActorRefWithCell { Underlying: ActorCell { Mailbox.MessageQueue: RecordedQueue failed } } } failure
            ? failed.Recorder.Failures.OriginOf(failure.Cause)
            : null;
}
