using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// Replaces Akka's stash by an <see cref="InstrumentedStash"/> when an actor with an instrumented deque as mailbox is created. This happens before
/// the actor's first message, and after Akka's own plug-in has set a stash. A stash that the actor created itself stays.
/// </summary>
internal sealed class StashPlugin : ActorProducerPluginBase
{
    /// <summary>
    /// Called once for each system. Akka reads its list of plug-ins when it creates the first actor of a type, without a lock. So an early call is
    /// better. With an instrumented default mailbox, the call is made before the first actor.
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
        if (actor is not IActorStash { Stash: { } stash } stashing
            || context is not ActorCell { Mailbox.MessageQueue: IStashingQueue queue } cell)
        {
            return;
        }

        queue.Recorder.StashHolds(0);
        if (stash is AbstractStash)
        {
            stashing.Stash = queue.Stash = new InstrumentedStash(stash, cell, queue.Stash, queue.Recorder);
        }
        else if (PersistenceTypes.IsPersistentActor(actor.GetType()))
        {
            // The actor puts the stash that it is given into one of its own, which nobody can open. So it is given another one, which is as empty.
            stashing.Stash = queue.Stash = new InstrumentedStash(context.CreateStash(actor.GetType()), cell, queue.Stash, queue.Recorder);
            (queue.Recorder.Relay as PersistentRelay)?.Created(actor, stash.Capacity);
        }
    }
}
