using Akka.Actor;

namespace Akka.Hosting;

/// <summary>One registry per system.</summary>
public sealed class ActorRegistryExtension : ExtensionIdProvider<ActorRegistry>
{
    public override ActorRegistry CreateExtension(ExtendedActorSystem system) => new();
}
