using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Observes failures and supervisors' decisions in the system messages that pass a dispatcher. An exception itself never reaches the instrumentation.
/// The failing actor reports it to its supervisor, on the same thread and still inside the message. The supervisor answers with a system message that
/// carries the same exception.
/// </summary>
internal static class LifecycleObserver
{
    /// <summary>Never throws. Akka calls it while it handles a failure, and another failure there would stop the actor.</summary>
    public static void Observe(ActorCell receiver, SystemMessage message)
    {
        try
        {
            ObserveCore(receiver, message);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
    }

    private static void ObserveCore(ActorCell receiver, SystemMessage message)
    {
        switch (message)
        {
            case Failed failed:
                Failed(failed);
                break;
            case Recreate recreate when RecorderOf(receiver) is { } recorder:
                recorder.Restarting();
                if (recorder.Type is { } type)
                {
                    recorder.Instrumentation.Restarts.Add(recorder.Path, type.Name, Stopwatch.GetTimestamp());
                }

                recorder.Directed(recreate.Cause, Directives.Restart);
                break;
            case Resume { CausedByFailure: { } cause }:
                RecorderOf(receiver)?.Directed(cause, Directives.Resume);
                break;

            // Terminate names no cause. It is the supervisor's answer if the supervisor is handling the failure on this thread.
            case Terminate when InternalCurrentActorCellKeeper.Current is { CurrentMessage: Failed handled }:
                RecorderOf(receiver)?.Directed(handled.Cause, Directives.Stop);
                break;

            // The actor stops for another reason than its last failure, so what it still logs does not belong to that one.
            case Terminate when RecorderOf(receiver) is { Failures.Trace: not null } recorder:
                recorder.Failures.Trace = null;
                break;
        }
    }

    private static void Failed(Failed failed)
    {
        // The actor tells it on its own thread. A top-level actor's reference may not know its cell yet when its start fails.
        if (InternalCurrentActorCellKeeper.Current is not { } child || !ReferenceEquals(child.Self, failed.Child))
        {
            return;
        }

        // A supervisor that fails while it handles a failure escalates that failure, or its strategy has thrown.
        if (child.CurrentMessage is Failed { Child: ActorRefWithCell { Underlying: ActorCell grandchild } } escalated)
        {
            RecorderOf(grandchild)?.Directed(
                escalated.Cause, ReferenceEquals(escalated.Cause, failed.Cause) ? Directives.Escalate : null);
            if (RecorderOf(child) is { } supervisor)
            {
                supervisor.Failures.Trace = RecorderOf(grandchild)?.Failures.Trace;
            }
        }

        RecorderOf(child)?.Failed(failed.Cause);
    }

    private static MailboxRecorder? RecorderOf(ActorCell cell) =>
        cell.Mailbox?.MessageQueue is RecordedQueue queue ? queue.Recorder : null;
}
