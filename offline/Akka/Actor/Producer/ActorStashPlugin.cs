namespace Akka.Actor;

/// <summary>Gives an actor its stash, and what is left in it back to the mailbox.</summary>
public class ActorStashPlugin : ActorProducerPluginBase
{
    public override bool CanBeAppliedTo(Type actorType) => typeof(IActorStash).IsAssignableFrom(actorType);

    public override void AfterIncarnated(ActorBase actor, IActorContext context)
    {
        if (actor is IActorStash { Stash: null } stashing)
        {
            stashing.Stash = context.CreateStash(stashing);
        }
    }

    /// <summary>Stashed messages outlive the instance that stashed them.</summary>
    public override void BeforeIncarnated(ActorBase actor, IActorContext context) => (actor as IActorStash)?.Stash?.UnstashAll();
}
