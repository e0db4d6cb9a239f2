using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>A message that waited when its actor stopped, and becomes a dead letter. What is logged about it belongs to its trace.</summary>
internal static class DeadLetterContext
{
    /// <summary>Makes an activity in the message's trace current. It is never exported. The thread that cleans the mailbox up.</summary>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="left">The message.</param>
    public static void Enter(MailboxRecorder mailbox, in StampedEnvelope left)
    {
        if (mailbox.Roots is null)
        {
            return;
        }

        HandlerContext.Leave();
        if (left.Origin is { IsRecorded: true, Context: var sentIn })
        {
            new SentInActivity(sentIn).Enter();
        }
        else if (left.Origin?.NonRecording is { IsNameless: false } unsampled)
        {
            HandlerContext.Enter(unsampled.Take());
        }
    }

    // The sender's span has ended, so it cannot be current.
    private sealed class SentInActivity : CarrierActivity
    {
        public SentInActivity(ActivityContext sentIn)
            : base("akka.lost_message")
        {
            SetParentId(sentIn.TraceId, sentIn.SpanId, sentIn.TraceFlags);
            TraceStateString = sentIn.TraceState;
        }

        public void Enter()
        {
            Begin();
            ActivityTraceFlags |= ActivityTraceFlags.Recorded;
            HandlerContext.Assign(this, passing: null);
        }
    }
}
