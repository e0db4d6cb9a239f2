using Akka.Dispatch;

namespace Akka.Actor;

/// <summary>An actor with one method for all messages.</summary>
public abstract class UntypedActor : ActorBase
{
    protected sealed override bool Receive(object message)
    {
        OnReceive(message);
        return true;
    }

    protected abstract void OnReceive(object message);

    protected void Become(UntypedReceive receive) => Become(Handling(receive));

    protected void BecomeStacked(UntypedReceive receive) => BecomeStacked(Handling(receive));

    protected void RunTask(Func<Task> action) => ActorTaskScheduler.RunTask(action);

    private static Receive Handling(UntypedReceive receive) => message =>
    {
        receive(message);
        return true;
    };
}
