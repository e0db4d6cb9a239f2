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
}
