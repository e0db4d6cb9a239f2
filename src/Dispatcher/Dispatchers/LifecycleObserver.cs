using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Observes failures and supervisors' decisions in the system messages that pass through a dispatcher. An exception itself never reaches the
/// instrumentation. The failing actor reports it to its supervisor, on the same thread and still inside the message. The supervisor answers with a
/// system message that carries the same exception.
/// </summary>
internal static class LifecycleObserver
{
    /// <summary>
    /// Called before a system message is enqueued. Returns the recorder whose monitor the caller has to leave after the enqueue; null for none
    /// (<see cref="SystemMessageMarker"/>). Never throws, because Akka calls it while it handles a failure, and another failure there would stop the
    /// actor.
    /// </summary>
    /// <param name="receiver">The receiver.</param>
    /// <param name="message">The system message.</param>
    /// <param name="isHeld">Whether the caller leaves the monitor after the enqueue. If not, the handling of the message belongs to no trace.</param>
    public static MailboxRecorder? Observe(ActorCell receiver, SystemMessage message, bool isHeld) => TelemetryFault.GuardValue(
        TelemetryFault.Listener, (receiver, message, isHeld), static it => ObserveCore(it.receiver, it.message, it.isHeld), null);

    private static MailboxRecorder? ObserveCore(ActorCell receiver, SystemMessage message, bool isHeld)
    {
        var recorder = RecorderOf(receiver);

        // first, because a directive ends the failure
        var origin = default(MessageOrigin);
        var cause = CauseOf(message);
        if (message is Failed failed)
        {
            origin = OriginOf(ReportFailure(failed), cause, message);
        }
        else if (message is Recreate or Terminate or DeathWatchNotification)
        {
            origin = OriginOf(recorder, cause, message);
        }

        if (recorder is null)
        {
            return null;
        }

        // When a guardian handles Supervise, it starts a top-level actor and sends it the messages that have waited for that. They belong to no
        // trace, and not to that of the previous message. The system message is followed before the decision ends the failed message, so that a test
        // never sees a moment without either.
        origin = !isHeld ? null : origin is { IsRecorded: true } ? MessageTracker.Follow(origin, message, recorder) : origin;
        var failure = Decided(receiver, recorder, message, cause);
        if (message is Failed or Recreate or Resume or Terminate or DeathWatchNotification or Supervise { Async: true }
            && (Listeners.AreThere || recorder.IsObserved)
            && SystemMessageMarker.Enqueue(receiver, recorder, message, origin, failure))
        {
            return recorder;
        }

        failure?.Restarted();
        origin?.Tracked?.Lost();
        return null;
    }

    // Terminate names no cause. It is the supervisor's answer if the supervisor is handling the failure on this thread.
    private static Exception? CauseOf(SystemMessage message) => message switch
    {
        Failed failed => failed.Cause,
        Recreate recreate => recreate.Cause,
        Resume resume => resume.CausedByFailure,
        Terminate => (InternalCurrentActorCellKeeper.Current?.CurrentMessage as Failed)?.Cause,
        _ => null,
    };

    // The trace of the message that has failed, if the supervisor has yet to decide. Otherwise the one in which the system message is sent.
    private static MessageOrigin? OriginOf(MailboxRecorder? failed, Exception? cause, SystemMessage message) =>
        failed?.Failures.OriginOf(cause) ?? (AkkaTelemetry.Source.HasListeners() ? SystemMessageMarker.OriginHere(message) : null);

    // Returns the failure for which the actor will restart.
    private static PendingFailure? Decided(ActorCell receiver, MailboxRecorder recorder, SystemMessage message, Exception? cause)
    {
        switch (message)
        {
            case Recreate:
                recorder.Restarting();
                if (recorder.Type is { } type)
                {
                    recorder.Instrumentation.Observer.Restarted(recorder, type);
                }

                return recorder.Failures.Decided(cause, Directives.Restart);
            case Resume:
                recorder.Failures.Decided(cause, Directives.Resume);
                break;
            case Terminate:
                if (ReferenceEquals(InternalCurrentActorCellKeeper.Current, receiver))
                {
                    recorder.Storing?.StopsItself(recorder.Instrumentation.System.Log.IsErrorEnabled);
                }

                recorder.Failures.Decided(cause, Directives.Stop);
                break;
            case Failed or DeathWatchNotification or Watch or Unwatch or Supervise or Suspend:
                break;

            // Akka's internal message for asynchronous handlers. Continuations come from other threads. If the actor itself sends one, it reports the
            // failure, in the context of the handler.
            default:
                if (ReferenceEquals(InternalCurrentActorCellKeeper.Current, receiver) && recorder.IsAwaiting)
                {
                    recorder.Failures.WillFail(receiver.CurrentEnvelopeId, AkkaTelemetry.Source.HasListeners()
                        ? SystemMessageMarker.OriginHere(message) : null);
                }

                break;
        }

        return null;
    }

    // Returns the recorder of the actor that has failed.
    private static MailboxRecorder? ReportFailure(Failed failed)
    {
        // The actor reports the failure on its own thread. A top-level actor's reference may not know its cell yet when the start fails.
        if (InternalCurrentActorCellKeeper.Current is not { } child || !ReferenceEquals(child.Self, failed.Child))
        {
            return null;
        }

        var recorder = RecorderOf(child);

        // A supervisor that fails while it handles a failure escalates that failure, or its strategy has thrown.
        var isEscalated = false;
        if (child.CurrentMessage is Failed { Child: ActorRefWithCell { Underlying: ActorCell grandchild } } escalated)
        {
            var first = RecorderOf(grandchild);
            if (recorder is not null && first?.Failures.OriginOf(escalated.Cause) is { } origin)
            {
                FailureReports.Escalated(recorder, failed.Cause, origin);
            }

            isEscalated = ReferenceEquals(escalated.Cause, failed.Cause);
            first?.Failures.Decided(escalated.Cause, isEscalated ? Directives.Escalate : null);
        }

        // A failure that is escalated belongs to another actor and was recorded there.
        if (recorder is not null && !isEscalated)
        {
            FailureReports.Failed(recorder, failed.Cause);
        }

        return recorder;
    }

    private static MailboxRecorder? RecorderOf(ActorCell cell) =>
        cell.Mailbox?.MessageQueue is RecordedQueue queue ? queue.Recorder : null;
}
