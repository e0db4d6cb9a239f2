namespace AkkaInstrumentation.Tests;

/// <summary>A reference at a path, with nobody behind it: of this process, or as if of another one.</summary>
public sealed class RefAt(string path, bool isLocal = true) : MinimalActorRef
{
    public override ActorPath Path { get; } =
        new RootActorPath(isLocal ? Address.AllSystems : new Address("akka.tcp", "other", "localhost", 1)) / path.Split('/');

    public override IActorRefProvider Provider => null!;

    public override bool IsLocal => isLocal;
}
