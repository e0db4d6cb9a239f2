using Akka.Actor;

namespace Akka.TestKit.TestActors;

/// <summary>Takes every message and does nothing.</summary>
public class BlackHoleActor : ActorBase
{
    public static Props Props => Actor.Props.Create<BlackHoleActor>();

    protected override bool Receive(object message) => true;
}
