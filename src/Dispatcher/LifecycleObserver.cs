using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Learns failures and restarts from the system messages that pass a dispatcher: an exception itself never reaches us,
/// but the failing actor tells its supervisor on the same thread and still inside the message.
/// </summary>
internal static class LifecycleObserver
{
    public static void Observe(ActorCell receiver, SystemMessage message)
    {
        switch (message)
        {
            case Failed { Child: ActorRefWithCell { Underlying: ActorCell { Mailbox.MessageQueue: IRecordedQueue queue } } } failed:
                queue.Recorder.Failed(failed.Cause);
                break;
            case Recreate when receiver.Mailbox.MessageQueue is IRecordedQueue queue:
                queue.Recorder.Restarting();
                break;
        }
    }
}
