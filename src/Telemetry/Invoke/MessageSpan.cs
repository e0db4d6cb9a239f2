using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Starts the span of a message.</summary>
internal static class MessageSpan
{
    [ThreadStatic]
    private static SpanTags? t_tags;

    /// <summary>
    /// Returns null when nobody samples it; never throws, and a span that was started before a listener threw is a span. The
    /// parent goes in as a context, never as the current activity: that would chain each span to the one before and keep a
    /// whole conversation alive. So what a handler may have left as current activity is taken away first.
    /// </summary>
    public static Activity? Start(MailboxRecorder mailbox, MessageTypeInfo message, Verdict verdict, in StampedEnvelope envelope, long now)
    {
        try
        {
            HandlerContext.Leave();
            CarriedBaggage.Arrive(envelope.Noted);
            var span = StartCore(mailbox, message, verdict, envelope, now);
            if (span is { IsAllDataRequested: true } && mailbox.Details is { } details)
            {
                details.Add(span, new MessageContext(envelope, mailbox, now));
            }

            return span;
        }
        catch (Exception e)
        {
            // A sampler threw, and nothing is current; or a listener to which the span was shown, and others may have seen its start.
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return Activity.Current;
        }
    }

    private static Activity? StartCore(MailboxRecorder mailbox, MessageTypeInfo message, Verdict verdict, in StampedEnvelope envelope, long now)
    {
        var tags = t_tags ??= new SpanTags();
        tags.Fill(
            mailbox.SystemName,
            message.Actor.Name,
            message.NameFor(envelope.Message),
            mailbox.Path,
            PathOf(envelope.Sender),
            envelope.EnqueuedAt == 0 ? null : (object)Ticks.ToSeconds(now - envelope.EnqueuedAt));
        if (mailbox.WritesMessaging)
        {
            tags.AddMessaging(message.Actor.Name, mailbox.Path);
        }

        var trace = envelope.Trace;
        var story = trace as StashStory;
        if (story is not null)
        {
            tags.AddStash(story.Times, story.StashedTicks);
        }

        var sentIn = SentIn.Of(trace);
        var relation = trace is ScheduledTrace or StashStory { Trace: ScheduledTrace } && verdict.Relation == SpanRelation.Parent
            ? SpanRelation.Link
            : verdict.Relation;
        if (verdict.Fully && (sentIn.TraceFlags & ActivityTraceFlags.Recorded) == 0)
        {
            // the trace that it was sent in is not sampled: what is traced all the same begins one
            sentIn = default;
        }

        var name = verdict.SpanName ?? message.Actor.SpanName;
        var parent = relation == SpanRelation.Parent ? SentIn.AsParent(sentIn) : default;
        var links = Links(relation == SpanRelation.Link ? sentIn : default, story?.FirstProcessing ?? default);
        return CarriedBaggage.Of(envelope.Noted) is { IsOfActivity: true } baggage
            ? StartWithBaggage(name, parent, tags, links, now, baggage)
            : AkkaTelemetry.Source.StartActivity(name, ActivityKind.Consumer, parent, tags, links, Ticks.ToUtc(now));
    }

    // In two steps: listeners are told of a start, and the baggage must be there by then.
    private static Activity? StartWithBaggage(
        string name, ActivityContext parent, SpanTags tags, ActivityLink[]? links, long now, CarriedBaggage baggage)
    {
        var span = AkkaTelemetry.Source.CreateActivity(name, ActivityKind.Consumer, parent, tags, links);
        if (span is not null)
        {
            baggage.ApplyTo(span);
            span.SetStartTime(Ticks.ToUtc(now)).Start();
        }

        return span;
    }

    internal static ActivityLink[]? Links(ActivityContext sentIn, ActivityContext firstProcessing) =>
        (sentIn == default, firstProcessing == default) switch
        {
            (true, true) => null,
            (false, true) => [new ActivityLink(sentIn)],
            (true, false) => [new ActivityLink(firstProcessing)],
            _ => [new ActivityLink(sentIn), new ActivityLink(firstProcessing)],
        };

    /// <summary>A sender's path, null when there is no sender. Never throws: a sender can be anybody's own kind of reference.</summary>
    internal static string? PathOf(IActorRef? sender)
    {
        // an instrumented one has it at hand, and those of an Ask share one; others are written out
        if (sender is ActorRefWithCell { Underlying: ActorCell { Mailbox.MessageQueue: IRecordedQueue queue } })
        {
            return queue.Recorder.Path;
        }

        try
        {
            return sender.IsNobody() ? null
                : sender!.Path is var path && ActorTypeNames.IsTemporary(path) ? FoldedNames.AskPath
                : path.ToStringWithoutAddress();
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return null;
        }
    }
}
