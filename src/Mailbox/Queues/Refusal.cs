using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>Handles a message that a mailbox refuses. Sender's thread.</summary>
internal static class Refusal
{
    // The message for which a full mailbox has no room. Akka's dead letter does not contain its reason, and is published on this thread.
    [ThreadStatic]
    private static object? t_refused;

    /// <summary>Whether a full mailbox is refusing this message on this thread.</summary>
    public static bool IsOf(object message) => ReferenceEquals(message, t_refused);

    /// <summary>A bounded mailbox had no place for the message in time.</summary>
    public static void ByFullMailbox(IActorRef receiver, Envelope envelope)
    {
        t_refused = envelope.Message;
        try
        {
            Tell(receiver, envelope);
        }
        finally
        {
            t_refused = null;
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
