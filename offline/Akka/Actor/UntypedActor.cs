using Akka.Dispatch;

namespace Akka.Actor;

/// <summary>An actor with one method for all messages.</summary>
public abstract class UntypedActor : ActorBase
{
    protected static new IUntypedActorContext Context => (IUntypedActorContext)ActorBase.Context;

    protected sealed override bool Receive(object message)
    {
        OnReceive(message);
        return true;
    }

    protected abstract void OnReceive(object message);

    protected void RunTask(Action action) => ActorTaskScheduler.RunTask(action);

    protected void RunTask(Func<Task> action) => ActorTaskScheduler.RunTask(action);

    protected void Become(UntypedReceive receive) => Context.Become(receive);

    protected void BecomeStacked(UntypedReceive receive) => Context.BecomeStacked(receive);
}

/// <summary>An untyped actor with a stash.</summary>
public abstract class UntypedActorWithStash : UntypedActor, IWithStash
{
    public IStash Stash { get; set; } = null!;
}

/// <summary>An untyped actor with an unbounded stash.</summary>
public abstract class UntypedActorWithUnboundedStash : UntypedActor, IWithUnboundedStash
{
    public IStash Stash { get; set; } = null!;
}

/// <summary>An untyped actor with a stash on whatever deque its mailbox has.</summary>
public abstract class UntypedActorWithUnrestrictedStash : UntypedActor, IWithUnrestrictedStash
{
    public IStash Stash { get; set; } = null!;
}
