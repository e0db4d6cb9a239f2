using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>Handles a message that a mailbox refuses. Sender's thread.</summary>
internal static class Refusal
{
    /// <summary>A bounded mailbox had no place for the message in time.</summary>
    public static void ByFullMailbox(IActorRef receiver, Envelope envelope)
    {
        EventCounts.BeginDrop(envelope.Message);
        try
        {
            Tell(receiver, envelope);
        }
        finally
        {
            EventCounts.EndDrop();
        }
    }

    /// <summary>
    /// The actor has stopped. This does what Akka's mailbox of dead letters does, which the sender would have found a moment later. That mailbox
    /// drops a dead letter to a stopped subscriber of dead letters, because otherwise each one would cause another, without end.
    /// </summary>
    public static void ByClosedMailbox(IActorRef receiver, Envelope envelope)
    {
        if (envelope.Message is not DeadLetter)
        {
            Tell(receiver, envelope);
        }
    }

    // Akka's bounded queue reports the same. Only the metric is additional.
    private static void Tell(IActorRef receiver, Envelope envelope) =>
        ((IInternalActorRef)receiver).Provider.DeadLetters.Tell(new DeadLetter(envelope.Message, envelope.Sender, receiver), envelope.Sender);
}
