using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Starts the span of a message.</summary>
internal static class MessageSpan
{
    [ThreadStatic]
    private static SpanTags? t_tags;

    /// <summary>
    /// Returns null when nobody samples it; never throws. The parent goes in as a context, never as the current activity:
    /// that would chain each span to the one before and keep a whole conversation alive. So what a handler may have left
    /// as current activity is taken away first.
    /// </summary>
    public static Activity? Start(MailboxRecorder mailbox, MessageTypeInfo message, Verdict verdict, in StampedEnvelope envelope, long now)
    {
        try
        {
            if (Activity.Current is not null)
            {
                Activity.Current = null;
            }

            return StartCore(mailbox, message, verdict, envelope, now);
        }
        catch (Exception e)
        {
            // a sampler or a listener threw in the middle of the start
            TelemetryFault.Report(TelemetryFault.Listener, e);
            Activity.Current = null;
            return null;
        }
    }

    private static Activity? StartCore(MailboxRecorder mailbox, MessageTypeInfo message, Verdict verdict, in StampedEnvelope envelope, long now)
    {
        var tags = t_tags ??= new SpanTags();
        tags.Fill(
            message.Actor.Name,
            message.NameFor(envelope.Message),
            mailbox.Path,
            envelope.Sender.IsNobody() ? null : PathOf(envelope.Sender),
            envelope.EnqueuedAt == 0 ? null : Ticks.ToSeconds(now - envelope.EnqueuedAt));
        var story = envelope.Trace as StashStory;
        if (story is not null)
        {
            tags.Add(SpanAttributes.StashCount, (long)story.Times);
            tags.Add(SpanAttributes.StashDuration, Ticks.ToSeconds(story.StashedTicks));
        }

        var sentIn = ContextOf(envelope.Trace);
        if (verdict.Fully && (sentIn.TraceFlags & ActivityTraceFlags.Recorded) == 0)
        {
            // the trace that it was sent in is not sampled: what is traced all the same begins one
            sentIn = default;
        }

        return AkkaTelemetry.Source.StartActivity(
            verdict.SpanName ?? message.Actor.SpanName,
            ActivityKind.Consumer,
            verdict.Relation == SpanRelation.Parent ? sentIn : default,
            tags,
            Links(verdict.Relation == SpanRelation.Link ? sentIn : default, story?.FirstProcessing ?? default),
            Ticks.ToUtc(now));
    }

    private static ActivityLink[]? Links(ActivityContext sentIn, ActivityContext firstProcessing) =>
        (sentIn == default, firstProcessing == default) switch
        {
            (true, true) => null,
            (false, true) => [new ActivityLink(sentIn)],
            (true, false) => [new ActivityLink(firstProcessing)],
            _ => [new ActivityLink(sentIn), new ActivityLink(firstProcessing)],
        };

    private static ActivityContext ContextOf(object? trace) => trace switch
    {
        Activity activity => activity.Context,
        StashStory story => ContextOf(story.Trace),
        _ => default,
    };

    // An instrumented sender has its path at hand; others (the temporary actor of an Ask) are written out.
    private static string PathOf(IActorRef sender) =>
        sender is ActorRefWithCell { Underlying: ActorCell { Mailbox.MessageQueue: IRecordedQueue queue } }
            ? queue.Recorder.Path
            : sender.Path.ToStringWithoutAddress();
}
