using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Sees which actors of one system start and stop, if they have an instrumented mailbox. A package on top creates it. It is called on the thread that
/// starts or runs the actor, so it does little and never throws.
/// </summary>
internal interface IActorLifecycle
{
    /// <summary>The actor has its mailbox. Once for each actor, not for its restarts.</summary>
    void Started(ActorCell actor);

    /// <summary>Its supervisor restarts it. The supervisor's thread, before the new actor object is created.</summary>
    void Restarts(IActorRef actor);

    /// <summary>The actor has stopped, and its mailbox is closed.</summary>
    void Stopped(IActorRef actor);
}
