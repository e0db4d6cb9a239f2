using System.Diagnostics;
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

/// <summary>Handles a message that waited when its actor stopped, and that becomes a dead letter. Log lines about it belong to its trace.</summary>
internal static class DeadLetterContext
{
    /// <summary>
    /// Hands the message over. Meanwhile an activity of its trace is current, which is never exported. The thread that cleans the mailbox up.
    /// </summary>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="left">The message.</param>
    /// <param name="take">Takes the message.</param>
    public static void HandOver(MailboxRecorder mailbox, in StampedEnvelope left, Action<Envelope> take)
    {
        var current = Enter(mailbox, left);
        take(left.Open());
        current?.End();
        left.Origin?.Tracked?.Lost();
    }

    private static CarrierActivity? Enter(MailboxRecorder mailbox, in StampedEnvelope left)
    {
        if (mailbox.Roots is null)
        {
            return null;
        }

        // the current activity belongs to the actor's end
        HandlerContext.Leave();
        return left.Origin is { IsRecorded: true, Context: var sentIn } ? SentInActivity.Start(sentIn)
            : left.Origin?.NonRecording is { HasId: true } unsampled ? NonRecordingActivity.Start(unsampled)
            : null;
    }

    // The sender's span has ended, so it cannot be current.
    private sealed class SentInActivity : CarrierActivity
    {
        private SentInActivity(ActivityContext sentIn)
            : base("akka.lost_message")
        {
            SetParentId(sentIn.TraceId, sentIn.SpanId, sentIn.TraceFlags);
            TraceStateString = sentIn.TraceState;
        }

        public static SentInActivity Start(ActivityContext sentIn)
        {
            var activity = new SentInActivity(sentIn);
            activity.Begin();
            activity.ActivityTraceFlags |= sentIn.TraceFlags & ActivityTraceFlags.Recorded;
            return activity;
        }
    }
}
