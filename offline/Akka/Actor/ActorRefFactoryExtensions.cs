namespace Akka.Actor;

/// <summary>A shorthand for creating actors.</summary>
public static class ActorRefFactoryExtensions
{
    public static IActorRef ActorOf<TActor>(this IActorRefFactory factory, string? name = null)
        where TActor : ActorBase, new() => factory.ActorOf(Props.Create<TActor>(), name!);
}
