using Akka.Actor;

namespace Akka.Routing;

/// <summary>Where a router sends to.</summary>
public class Routee
{
    public static readonly Routee NoRoutee = new();

    public virtual void Send(object message, IActorRef sender)
    {
    }

    public static Routee FromActorRef(IActorRef actorRef) => new ActorRefRoutee(actorRef);
}

/// <summary>One actor.</summary>
public class ActorRefRoutee(IActorRef actor) : Routee
{
    public IActorRef Actor { get; } = actor;

    public override void Send(object message, IActorRef sender) => Actor.Tell(message, sender);

    protected bool Equals(ActorRefRoutee other) => Actor.Equals(other.Actor);

    public override bool Equals(object? obj) => obj is ActorRefRoutee other && Equals(other);

    public override int GetHashCode() => Actor.GetHashCode();
}

/// <summary>Whatever a path finds.</summary>
public class ActorSelectionRoutee(ActorSelection actor) : Routee
{
    public ActorSelection Selection { get; } = actor;

    public override void Send(object message, IActorRef sender) => Selection.Tell(message, sender);

    protected bool Equals(ActorSelectionRoutee other) => Selection.Equals(other.Selection);

    public override bool Equals(object? obj) => obj is ActorSelectionRoutee other && Equals(other);

    public override int GetHashCode() => Selection.GetHashCode();
}

/// <summary>All of them.</summary>
public class SeveralRoutees(Routee[] routees) : Routee
{
    public override void Send(object message, IActorRef sender)
    {
        foreach (var routee in routees)
        {
            routee.Send(message, sender);
        }
    }
}
