using Akka.Actor;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>What becomes of a message that a mailbox does not take. Sender's thread.</summary>
internal static class Refusal
{
    /// <summary>A bounded mailbox had no place for it in time.</summary>
    public static void ByFullMailbox(IActorRef receiver, Envelope envelope) =>
        ((IInternalActorRef)receiver).Provider.DeadLetters.Tell(
            new DeadLetter(envelope.Message, envelope.Sender, receiver), envelope.Sender);

    /// <summary>
    /// The actor has stopped. The same as what Akka's mailbox of dead letters does, which the sender would have found a moment later; there
    /// a dead letter to a stopped subscriber of dead letters ends, because otherwise there would be another one of it for ever.
    /// </summary>
    public static void ByClosedMailbox(IActorRef receiver, Envelope envelope)
    {
        if (envelope.Message is not DeadLetter)
        {
            ByFullMailbox(receiver, envelope);
        }
    }
}
