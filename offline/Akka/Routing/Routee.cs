using Akka.Actor;

namespace Akka.Routing;

/// <summary>Where a router sends to.</summary>
public class Routee
{
    public static readonly Routee NoRoutee = new();

    public virtual void Send(object message, IActorRef sender)
    {
    }
}

/// <summary>One actor.</summary>
public class ActorRefRoutee(IActorRef actor) : Routee
{
    public IActorRef Actor { get; } = actor;

    public override void Send(object message, IActorRef sender) => Actor.Tell(message, sender);
}
