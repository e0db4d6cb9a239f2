namespace AkkaInstrumentation.Tests;

/// <summary>Sends every message back. An Ask to it returns when all messages before have been handled.</summary>
public class Echo : ActorBase
{
    public static Props Props { get; } = Akka.Actor.Props.Create(() => new Echo());

    protected override bool Receive(object message)
    {
        Sender.Tell(message);
        return true;
    }
}
