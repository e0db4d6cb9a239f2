namespace Akka.Actor;

/// <summary>A plugin for every actor.</summary>
public abstract class ActorProducerPluginBase : IActorProducerPlugin
{
    public virtual bool CanBeAppliedTo(Type actorType) => true;

    public virtual void AfterIncarnated(ActorBase actor, IActorContext context)
    {
    }

    public virtual void BeforeIncarnated(ActorBase actor, IActorContext context)
    {
    }
}

/// <summary>A plugin for the actors of one type and of those derived from it.</summary>
public abstract class ActorProducerPluginBase<TActor> : IActorProducerPlugin
    where TActor : ActorBase
{
    public virtual bool CanBeAppliedTo(Type actorType) => typeof(TActor).IsAssignableFrom(actorType);

    public virtual void AfterIncarnated(TActor actor, IActorContext context)
    {
    }

    public virtual void BeforeIncarnated(TActor actor, IActorContext context)
    {
    }

    void IActorProducerPlugin.AfterIncarnated(ActorBase actor, IActorContext context) => AfterIncarnated((TActor)actor, context);

    void IActorProducerPlugin.BeforeIncarnated(ActorBase actor, IActorContext context) => BeforeIncarnated((TActor)actor, context);
}
