using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The gate in front of <see cref="MailboxRecorder.NextMessage"/>: what most dequeues need is done here, without a call. Used by the thread that runs
/// the mailbox.
/// </summary>
internal static class DequeueGate
{
    /// <summary>
    /// Counts a message that needs only a count. Returns false when the message needs <see cref="MailboxRecorder.NextMessage"/>. Nothing here can
    /// throw, and it writes only the count and the start time.
    /// </summary>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="payload"><see cref="StampedEnvelope.Payload"/>. The type of metadata is not a message type, so it has no cell.</param>
    /// <param name="inlineStamp"><see cref="StampedEnvelope.InlineStamp"/>. It is not a timestamp here.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryCount(this MailboxRecorder mailbox, object payload, InlineStamp inlineStamp)
    {
        if (mailbox.Running.Dequeue != DequeueState.OnlyCount)
        {
            return false;
        }

        if (mailbox.Messages.Cells.FindPlain(payload.GetType()) is not { } cell
            || (mailbox.Running.Listening.ToSpans && !StaysIn(mailbox, inlineStamp)))
        {
            return false;
        }

        if (mailbox.Running.Listening.ToCounts)
        {
            cell.Count();
        }

        return true;
    }

    /// <summary>
    /// The same for the first message of a light run. It also records the mailbox' depth, and makes an activity current when somebody listens to spans.
    /// </summary>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="payload"><see cref="StampedEnvelope.Payload"/>.</param>
    /// <param name="inlineStamp"><see cref="StampedEnvelope.InlineStamp"/>. It is not a timestamp here.</param>
    /// <param name="waiting">The number of messages behind it.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool TryCountFirst(this MailboxRecorder mailbox, object payload, InlineStamp inlineStamp, int waiting)
    {
        // a message that carries its trace, and nothing else
        var trace = default(NonRecordingContext);
        if (payload is MessageMetadata { Origin: NonRecordingContext carried, Stamp.IsNone: true } metadata)
        {
            (payload, trace) = (metadata.Message!, carried);
        }

        if (mailbox.Messages.Cells.FindPlain(payload.GetType()) is not { } cell
            || (mailbox.Running.Listening.ToSpans ? !TryEnterFirst(mailbox, inlineStamp, trace) : trace is not null))
        {
            return false;
        }

        mailbox.Depths.Record(waiting + 1);
        if (mailbox.Running.Listening.ToCounts)
        {
            cell.Count();
        }

        mailbox.Running.Expect(isPlain: true);
        return true;
    }

    /// <summary>
    /// The same for a message that carries its unsampled trace, behind another unsampled message. Its handler finds the trace's activity: the current
    /// one, or another.
    /// </summary>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="payload"><see cref="StampedEnvelope.Payload"/>.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool TryCountCarried(this MailboxRecorder mailbox, object payload)
    {
        if (payload is not MessageMetadata { Origin: NonRecordingContext trace, Stamp.IsNone: true } metadata
            || mailbox.Messages.Cells.FindPlain(metadata.Message!.GetType()) is not { } cell
            || !HandlerContext.TryEnter(trace, mailbox.Type!.Unsampled))
        {
            return false;
        }

        mailbox.Candidate.BeginInTrace(CoarseClock.Now, trace);
        if (mailbox.Running.Listening.ToCounts)
        {
            cell.Count();
        }

        return true;
    }

    /// <summary>
    /// Notes that the mailbox was found empty. Returns false when that needs <see cref="MailboxRecorder.NextMessage"/>, because something is still
    /// open.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryEnd(this MailboxRecorder mailbox)
    {
        if ((mailbox.Running.Dequeue != DequeueState.OnlyCount && mailbox.Running.Dequeue != DequeueState.First) || mailbox.Relay is not null)
        {
            return false;
        }

        mailbox.Running.OnMailboxEmpty();
        return true;
    }

    /// <summary>Whether the current activity is right for a message without a span and without metadata.</summary>
    public static bool IsPlain(this MailboxRecorder mailbox) =>
        mailbox.SendersDraw
        && (!mailbox.Running.Listening.ToSpans
            || (!mailbox.Candidate.IsAboutTime && !mailbox.Instrumentation.Roots.AsksSdk));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEnterFirst(MailboxRecorder mailbox, InlineStamp inlineStamp, NonRecordingContext? trace)
    {
        var now = CoarseClock.Now;
        if ((trace is null && !IsNameless(mailbox, inlineStamp, now)) || !HandlerContext.TryEnter(trace ?? NonRecordingContext.Nameless, mailbox.Type!.Unsampled))
        {
            return false;
        }

        mailbox.Candidate.BeginInTrace(now, trace);
        return true;
    }

    // The message has no trace id, as the previous one, and only its start time has to be kept.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool StaysIn(MailboxRecorder mailbox, InlineStamp inlineStamp)
    {
        var now = CoarseClock.Now;
        if (mailbox.Type!.Unsampled is not { IsInsufficient: false } marker
            || !ReferenceEquals(ExecutionContext.Capture(), marker.Context)
            || !IsNameless(mailbox, inlineStamp, now)
            || mailbox.Candidate.HasMore)
        {
            return false;
        }

        mailbox.Candidate.BeginPlain(now);
        return true;
    }

    // Whether a message without metadata is in no trace with an id.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsNameless(MailboxRecorder mailbox, InlineStamp inlineStamp, long now) =>
        inlineStamp.IsUnsampled
        || mailbox.Instrumentation is var system && system.NonRecordingRoots.GivesNone(system.Settings.TracingSamplingUnsampledTraceIds, now);
}
