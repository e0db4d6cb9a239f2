using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>The span of a message, before it starts.</summary>
/// <param name="template">The common parts of all spans of the actor system.</param>
/// <param name="mailbox">The mailbox of the actor that handles the message.</param>
/// <param name="message">The actor's type and the message's.</param>
/// <param name="verdict">The rules' verdict on the message.</param>
/// <param name="traced">The message.</param>
/// <param name="now">When it was taken from the mailbox.</param>
/// <param name="shownName">The name of the event, if the message is a journal's answer for one. Null for the message's own name.</param>
/// <param name="isBeyondTrace">Whether the trace in which it was sent is full, so that the message begins a new one.</param>
/// <param name="threshold">The probability with which the message begins a trace; null where it is not known.</param>
internal readonly ref struct MessageSpan(
    SpanTemplate template, ObservedMailbox mailbox, MessageTypeInfo message, Verdict verdict, in StampedEnvelope traced, long now, string? shownName,
    bool isBeyondTrace, SamplingThreshold? threshold)
{
    private readonly StampedEnvelope _traced = traced;

    /// <summary>
    /// Starts the span. Returns null when every sampler drops it; the message then stays in the unsampled trace that it has. Never throws. A span
    /// that was started before a listener threw is returned. The parent is passed as a context, never as the current activity, because each span
    /// would otherwise keep the previous one alive, and so a whole conversation. So an activity that a handler may have left as current is removed
    /// first.
    /// </summary>
    public Activity? Start()
    {
        try
        {
            HandlerContext.Leave();
            CarriedBaggage.Arrive(_traced.Origin?.Baggage);
            var span = StartCore();
            if (span is { IsAllDataRequested: true })
            {
                verdict.Fields?.Write(span, InnerMessage.Unwrap(_traced.Message), template.SystemName);
                template.Details?.Add(span, new AkkaMessageContext(_traced, mailbox, now));
            }

            if (span is { IsAllDataRequested: false } && _traced.Origin is { NonRecording: not null })
            {
                // A refusing sampler has begun another unsampled trace. The message stays in its own.
                span.Stop();
                return null;
            }

            return span;
        }
        catch (Exception e)
        {
            // Either a sampler threw, and nothing is current. Or a listener threw at the new span, and other listeners may have seen its start.
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return Activity.Current is { IsStopped: false } started ? started : null;
        }
    }

    /// <summary>The span's name: by the rules, or by the actor system's template.</summary>
    /// <param name="message">The actor's type and the message's.</param>
    /// <param name="verdict">The rules' verdict on the message.</param>
    /// <param name="shownName">The name of the event, if the message is a journal's answer for one. Null for the message's own name.</param>
    internal static string NameOf(MessageTypeInfo message, Verdict verdict, string? shownName) =>
        shownName is null ? verdict.SpanName ?? message.SpanName
        : verdict.Sources.SpanName.Effect.SpanName is { } rule ? SpanNameTemplate.Fill(rule, message.Actor.Name, shownName)
        : message.Actor.SpanNameOf(shownName);

    private Activity? StartCore()
    {
        var waited = _traced.EnqueuedAt == 0 ? -1 : Math.Max(0, now - _traced.EnqueuedAt);
        var tags = SpanTags.OfMessage(template, message.Actor, message.NameFor(_traced.Message), mailbox, _traced.Sender, waited, shownName);
        var origin = _traced.Origin;
        var history = origin?.History;
        if (history is not null)
        {
            tags.AddStash(history.Times, history.StashedTicks);
        }

        if (UnsampledMessage.IsUsed && origin?.Trace is KeptOrigin)
        {
            tags.Add(AkkaSpanAttributes.SamplingReason, SpanTags.KeptReason);
        }

        var sentIn = origin?.Context ?? default;
        var relation = (isBeyondTrace || origin is { IsScheduled: true }) && verdict.Relation == AkkaSpanRelation.Parent
            ? AkkaSpanRelation.Link
            : verdict.Relation;
        if (verdict.TracesAll && origin?.Trace is not { IsRecorded: true })
        {
            // The trace in which the message was sent is not sampled. A message that is traced nevertheless begins a new trace.
            sentIn = default;
        }

        var name = NameOf(message, verdict, shownName);
        var parent = relation != AkkaSpanRelation.Parent ? default : origin?.Trace is { IsRecorded: true } ? sentIn : AsSampled(sentIn);
        var links = Links(relation == AkkaSpanRelation.Link ? sentIn : default, history?.FirstProcessing ?? default);
        var beginsIn = parent == default ? origin?.BeginsIn ?? default : default;
        var baggage = origin?.Baggage is { IsOfActivity: true } carried ? carried : null;
        var kind = parent == default || parent.IsRemote ? ActivityKind.Consumer : template.LocalKind;
        var drawn = parent == default && beginsIn == default ? threshold : null;
        if (parent == default)
        {
            parent = template.NewTrace();
        }

        // .NET 10 passes on only one bit of the trace flags. The others are set before other code sees the span.
        var others = (beginsIn == default ? parent : origin?.NonRecording?.Context ?? default).TraceFlags & ~ActivityTraceFlags.Recorded;
        return baggage is not null || beginsIn != default || others != ActivityTraceFlags.None || drawn is not null
            ? StartInSteps(name, kind, parent, beginsIn, others, tags, links, now, baggage, drawn)
            : AkkaTelemetry.Source.StartActivity(name, kind, parent, tags, links, Ticks.ToUtc(now));
    }

    // Inside an unrecorded trace, only a rule with "always" starts a span. The parent is marked as recorded for the SDK's sampler too, because
    // that sampler follows the parent.
    private static ActivityContext AsSampled(ActivityContext sentIn) =>
        sentIn == default
            ? sentIn
            : new ActivityContext(sentIn.TraceId, sentIn.SpanId, sentIn.TraceFlags | ActivityTraceFlags.Recorded, sentIn.TraceState, sentIn.IsRemote);

    // Listeners get the span when it starts, and its baggage must be set by then.
    private static Activity? StartInSteps(
        string name,
        ActivityKind kind,
        ActivityContext parent,
        ActivityTraceId beginsIn,
        ActivityTraceFlags others,
        SpanTags tags,
        ActivityLink[]? links,
        long now,
        CarriedBaggage? baggage,
        SamplingThreshold? drawn)
    {
        var span = AkkaTelemetry.Source.CreateActivity(name, kind, parent, tags, links);
        if (beginsIn != default && span is { IsAllDataRequested: true })
        {
            // A sampler treats every span with a trace id as a child. So the sampler first decides about a root, and then follows that decision. If
            // it does not follow, because it decides by the id, the root gets an id of its own.
            var sampled = new ActivityContext(beginsIn, default, ActivityTraceFlags.Recorded);
            span = AkkaTelemetry.Source.CreateActivity(name, kind, sampled, tags, links) is { IsAllDataRequested: true } root ? root : span;
        }

        if (span is not null)
        {
            baggage?.ApplyTo(span);
            span.ActivityTraceFlags |= others;
            if (drawn is not null && span is { Recorded: true, TraceStateString: null })
            {
                // A sampler may have written its own trace state.
                span.TraceStateString = drawn.StateFor(span.TraceId);
            }

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

    /// <summary>A sender's path; null when there is no sender. Never throws, although a sender may be of a user's own class.</summary>
    // An instrumented sender has its path ready, and all senders of an Ask share one path. Other paths are written out.
    internal static string? PathOf(IActorRef? sender) =>
        sender is ActorRefWithCell { Underlying: ActorCell { Mailbox.MessageQueue: IObservedQueue queue } } ? queue.Observed.Path
        : ActorTypeNames.PathOrNone(sender) is { } path ? ActorTypeNames.PathOf(path)
        : null;
}
