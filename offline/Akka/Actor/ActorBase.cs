#nullable disable annotations // oblivious, as Akka's own signatures are: sender, name and message may be null

namespace Akka.Actor;

/// <summary>Base of every actor.</summary>
public abstract class ActorBase
{
    private readonly ActorCell _cell;

    protected ActorBase() => _cell = ActorCell.Current
        ?? throw new ActorInitializationException("An actor is created by ActorOf, not by new.");

    protected static IActorContext Context => ActorCell.Current ?? throw new NotSupportedException(
        "There is no context here: the code runs outside of an actor, perhaps after an await.");

    protected IActorRef Self => _cell.Self;

    protected IActorRef Sender => Context.Sender;

    /// <summary>What the actor does until it becomes something else.</summary>
    internal virtual Receive InitialBehavior => Receive;

    public virtual void AroundPreStart() => PreStart();

    public virtual void AroundPreRestart(Exception cause, object message) => PreRestart(cause, message);

    public virtual void AroundPostRestart(Exception cause, object message) => PostRestart(cause);

    public virtual void AroundPostStop() => PostStop();

    internal void Handle(Receive receive, object message) => AroundReceive(receive, message);

    internal SupervisorStrategy Strategy() => SupervisorStrategy();

    protected abstract bool Receive(object message);

    protected virtual bool AroundReceive(Receive receive, object message)
    {
        if (receive(message))
        {
            return true;
        }

        Unhandled(message);
        return false;
    }

    protected virtual void Unhandled(object message)
    {
        if (message is Terminated terminated)
        {
            throw new DeathPactException(terminated.ActorRef);
        }

        Context.System.EventStream.Publish(new Event.UnhandledMessage(message, Sender, Self));
    }

    protected virtual void PreStart()
    {
    }

    protected virtual void PostRestart(Exception reason) => PreStart();

    protected virtual void PreRestart(Exception reason, object message)
    {
        foreach (var child in Context.GetChildren().ToArray())
        {
            Context.Unwatch(child);
            Context.Stop(child);
        }

        PostStop();
    }

    protected virtual void PostStop()
    {
    }

    protected virtual SupervisorStrategy SupervisorStrategy() => Actor.SupervisorStrategy.DefaultStrategy;

    protected void Become(Receive receive) => Context.Become(receive);
}
