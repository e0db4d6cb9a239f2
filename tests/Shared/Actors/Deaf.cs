namespace AkkaInstrumentation.Tests;

/// <summary>Handles no message.</summary>
public sealed class Deaf : ReceiveActor
{
    public static Props Props { get; } = Akka.Actor.Props.Create(() => new Deaf());
}
