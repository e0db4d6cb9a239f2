using Akka.Actor;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>What becomes of a message that a bounded mailbox had no place for in time. Sender's thread.</summary>
internal static class Overflow
{
    public static void ToDeadLetters(IActorRef receiver, Envelope envelope) =>
        ((IInternalActorRef)receiver).Provider.DeadLetters.Tell(
            new DeadLetter(envelope.Message, envelope.Sender, receiver), envelope.Sender);
}
