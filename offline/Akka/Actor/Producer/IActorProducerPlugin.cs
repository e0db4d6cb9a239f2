namespace Akka.Actor;

/// <summary>Sees the instances of actors come and go; on the actor's thread, one plugin for all actors.</summary>
public interface IActorProducerPlugin
{
    /// <summary>Asked once for each type, when its first instance is made.</summary>
    bool CanBeAppliedTo(Type actorType);

    /// <summary>The constructor has run, <c>PreStart</c> or <c>PostRestart</c> has not.</summary>
    void AfterIncarnated(ActorBase actor, IActorContext context);

    /// <summary>The instance has had its <c>PostStop</c> or <c>PreRestart</c>, and is about to be released.</summary>
    void BeforeIncarnated(ActorBase actor, IActorContext context);
}
