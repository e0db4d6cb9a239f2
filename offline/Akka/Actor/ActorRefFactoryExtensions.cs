namespace Akka.Actor;

/// <summary>Shorthands for creating and finding actors.</summary>
public static class ActorRefFactoryExtensions
{
    public static IActorRef ActorOf<TActor>(this IActorRefFactory factory, string? name = null)
        where TActor : ActorBase, new() => factory.ActorOf(Props.Create<TActor>(), name!);

    public static ActorSelection ActorSelection(this IActorRefFactory factory, IActorRef anchorRef, string actorPath) =>
        new(anchorRef, actorPath);
}
