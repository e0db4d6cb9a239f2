using Akka.Actor.Internal;
using Akka.Event;

namespace Akka.Actor;

/// <summary>How a parent handles its children's failures.</summary>
public abstract class SupervisorStrategy
{
    public static IDecider DefaultDecider = Actor.Decider.From(
        Directive.Restart,
        Directive.Stop.When<ActorInitializationException>(),
        Directive.Stop.When<ActorKilledException>(),
        Directive.Stop.When<DeathPactException>());

    public static readonly SupervisorStrategy DefaultStrategy = new OneForOneStrategy(DefaultDecider);

    public abstract IDecider Decider { get; }

    protected bool LoggingEnabled { get; set; } = true;

    /// <summary>False when the failure is the parent's own from now on.</summary>
    public bool HandleFailure(
        ActorCell actorCell, IActorRef child, Exception cause, ChildRestartStats stats, IReadOnlyCollection<ChildRestartStats> children)
    {
        var directive = Handle(child, cause);
        LogFailure(actorCell, child, cause, directive);
        switch (directive)
        {
            case Directive.Resume:
                ResumeChild(child, cause);
                break;
            case Directive.Restart or Directive.Stop:
                ProcessFailure(actorCell, directive == Directive.Restart, child, cause, stats, children);
                break;
        }

        return directive != Directive.Escalate;
    }

    public abstract void ProcessFailure(
        IActorContext context, bool restart, IActorRef child, Exception cause, ChildRestartStats stats, IReadOnlyCollection<ChildRestartStats> children);

    public abstract void HandleChildTerminated(IActorContext actorContext, IActorRef child, IEnumerable<IInternalActorRef> children);

    protected abstract Directive Handle(IActorRef child, Exception exception);

    protected void RestartChild(IActorRef child, Exception cause, bool suspendFirst)
    {
        var internalChild = (IInternalActorRef)child;
        if (suspendFirst)
        {
            internalChild.Suspend();
        }

        internalChild.Restart(cause);
    }

    protected void ResumeChild(IActorRef child, Exception exception) => ((IInternalActorRef)child).Resume(exception);

    protected virtual void LogFailure(IActorContext context, IActorRef child, Exception cause, Directive directive)
    {
        if (!LoggingEnabled)
        {
            return;
        }

        var message = cause is ActorInitializationException { InnerException: { } inner } ? inner.Message : cause.Message;
        switch (directive)
        {
            case Directive.Resume:
                context.System.EventStream.Publish(new Warning(cause, child.Path.ToString(), GetType(), message));
                break;
            case Directive.Restart or Directive.Stop:
                context.System.EventStream.Publish(new Error(cause, child.Path.ToString(), GetType(), message));
                break;
        }
    }
}

/// <summary>Makes the user guardian's strategy; named by <c>akka.actor.guardian-supervisor-strategy</c>.</summary>
public abstract class SupervisorStrategyConfigurator
{
    public abstract SupervisorStrategy Create();

    public static SupervisorStrategyConfigurator CreateConfigurator(string typeName)
    {
        var type = Type.GetType(typeName)
            ?? throw new Akka.Configuration.ConfigurationException($"akka.actor.guardian-supervisor-strategy is [{typeName}], which is not a known type");
        return (SupervisorStrategyConfigurator)Activator.CreateInstance(type)!;
    }
}

/// <summary><see cref="SupervisorStrategy.DefaultStrategy"/>.</summary>
public class DefaultSupervisorStrategy : SupervisorStrategyConfigurator
{
    public override SupervisorStrategy Create() => SupervisorStrategy.DefaultStrategy;
}
