using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// Puts an <see cref="InstrumentedStash"/> in the place of Akka's stash when an actor whose mailbox is an instrumented
/// deque is made, before its first message and after Akka's own plug-in has given it a stash. A stash that the actor made
/// itself is left alone.
/// </summary>
internal sealed class StashPlugin : ActorProducerPluginBase
{
    /// <summary>
    /// Once for each system. Akka reads its list of plug-ins when it makes the first actor of a type and guards it by
    /// nothing, so the earlier the better: with an instrumented default mailbox it is before the first actor.
    /// </summary>
    public static void Register(ExtendedActorSystem system)
    {
        lock (system.ActorPipelineResolver)
        {
            system.ActorPipelineResolver.Register(new StashPlugin());
        }
    }

    public override bool CanBeAppliedTo(Type actorType) => typeof(IActorStash).IsAssignableFrom(actorType);

    public override void AfterIncarnated(ActorBase actor, IActorContext context)
    {
        if (actor is IActorStash { Stash: AbstractStash stash } stashing
            && context is ActorCell { Mailbox.MessageQueue: IStashingQueue queue } cell)
        {
            stashing.Stash = new InstrumentedStash(stash, cell, queue.Desk, queue.Recorder);
        }
    }
}
