using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

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
