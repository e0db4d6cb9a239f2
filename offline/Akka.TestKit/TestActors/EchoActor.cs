using Akka.Actor;

namespace Akka.TestKit.TestActors;

/// <summary>Sends every message on to the test actor and, unless told otherwise, back to its sender.</summary>
public class EchoActor : ReceiveActor
{
    public EchoActor(TestKitBase testkit, bool echoBackToSenderAsWell = true) => ReceiveAny(message =>
    {
        var sender = Sender;
        testkit.TestActor.Tell(message, sender);
        if (echoBackToSenderAsWell && !sender.Equals(testkit.TestActor))
        {
            sender.Tell(message, Self);
        }
    });

    public static Props Props(TestKitBase testkit, bool echoBackToSenderAsWell = true) =>
        Actor.Props.Create(() => new EchoActor(testkit, echoBackToSenderAsWell));
}
