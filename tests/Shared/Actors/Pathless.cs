namespace AkkaInstrumentation.Tests;

/// <summary>A sender whose path cannot be asked for.</summary>
public sealed class Pathless : MinimalActorRef
{
    public override ActorPath Path => throw new InvalidOperationException("no path");

    public override IActorRefProvider Provider => throw new InvalidOperationException("no provider");
}
