using Akka.Actor;

namespace Akka.Hosting;

/// <summary>Injects the actor registered for the type.</summary>
public interface IRequiredActor<TActor>
{
    IActorRef ActorRef { get; }
}
