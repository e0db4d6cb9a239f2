using Akka.Actor;

namespace Akka.Dispatch.SysMsg;

/// <summary>A piece of an async handler, or its failure, with the message that the handler is for.</summary>
internal sealed class ActorTaskSchedulerMessage(
    ActorTaskScheduler scheduler, Task? task, Exception? failure, object message, IActorRef sender) : SystemMessage
{
    public object Message => message;

    public IActorRef Sender => sender;

    /// <summary>Gives back what the handler failed with.</summary>
    public Exception? Execute()
    {
        if (failure is not null)
        {
            scheduler.Finish();
            return failure;
        }

        scheduler.Execute(task!);
        return null;
    }
}
