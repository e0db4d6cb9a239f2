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
