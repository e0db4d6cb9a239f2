using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A span that is created afterwards, for something that was not sampled: a slow or failed message, or an actor whose start failed. Such a span is
/// never current, and the current activity does not change. Nothing here throws. Runs on the thread that runs the actor.
/// </summary>
/// <param name="template">The common parts of all spans of the actor system.</param>
/// <param name="message">The message.</param>
internal sealed class RetroactiveSpan(SpanTemplate template, RetroactiveMessage message)
{
    /// <summary>The reason for a failed message or a failed start.</summary>
    public const string Error = "error";

    /// <summary>The reason for a message that waited or worked too long.</summary>
    public const string Slow = "slow";

    /// <summary>The common parts of all spans of the actor system.</summary>
    public SpanTemplate Template => template;

    /// <summary>How its message is related to its sender's.</summary>
    public AkkaSpanRelation Relation => message.Verdict.Relation;

    // A child of an unrecorded span would not be recorded either. So a link replaces the parent.
    private ActivityLink[]? Links =>
        MessageSpan.Links(Relation == AkkaSpanRelation.None ? default : message.SentIn, message.Stay.FirstProcessing);

    /// <summary>Starts the span of a message. Null when the limit excludes it or the SDK's sampler drops it.</summary>
    /// <param name="reason">The reason for the span.</param>
    /// <param name="messageName">The readable name of the message's type.</param>
    /// <param name="limit">The actor system's limit.</param>
    /// <param name="now">The time.</param>
    public Activity? Start(string reason, string messageName, RetroactiveLimits limit, long now)
    {
        var share = message.Info.Actor.RetroactiveShare;
        if (!limit.TryTake(share, now, out var leftOut))
        {
            return null;
        }

        var name = MessageSpan.NameOf(message.Info, message.Verdict, message.ShownName);
        return (message.Place as SpanPlace)?.Start(this, new(name, messageName, reason, leftOut), share, now)
            ?? StartCore(name, ActivityKind.Consumer, template.NewTrace(), TagsFor(messageName), Links, message.BegunAt, reason, leftOut);
    }

    /// <summary>Starts it as a span of another trace. Null if the SDK's sampler refuses the trace by its id.</summary>
    public Activity? StartIn(ActivityContext parent, ActivityKind kind, ActivityContext linked, in RetroactiveWords words) => StartCore(
        words.Name, kind, parent, TagsFor(words.Message), MessageSpan.Links(linked, message.Stay.FirstProcessing), message.BegunAt, words.Reason,
        words.LeftOut);

    private SpanTags TagsFor(string messageName)
    {
        var tags = SpanTags.OfMessage(
            template, message.Info.Actor, messageName, message.Mailbox, message.Sender, message.Waited, message.ShownName);
        if (message.Stay.Times > 0)
        {
            tags.AddStash(message.Stay.Times, message.Stay.Ticks);
        }

        return tags;
    }

    /// <summary>Starts the span of an actor's failed start. Null when the limit excludes it or the SDK's sampler drops it.</summary>
    /// <param name="template">The common parts of all spans of the actor system.</param>
    /// <param name="mailbox">The actor's mailbox.</param>
    /// <param name="actor">The actor's type.</param>
    /// <param name="isRestart">Whether it is a restart.</param>
    /// <param name="begunAt">When it began.</param>
    /// <param name="limit">The actor system's limit.</param>
    /// <param name="now">The time.</param>
    public static Activity? OfStart(
        SpanTemplate template, ObservedMailbox mailbox, ActorTypeInfo actor, bool isRestart, long begunAt, RetroactiveLimits limit, long now)
    {
        if (!limit.TryTake(actor.RetroactiveShare, now, out var leftOut))
        {
            return null;
        }

        var tags = SpanTags.OfStart(template, actor, mailbox);
        var name = isRestart ? $"restart {actor.Name}" : $"start {actor.Name}";
        return StartCore(name, ActivityKind.Internal, template.NewTrace(), tags, links: null, begunAt, Error, leftOut);
    }

    /// <summary>Starts the span of an Ask that has timed out, which the limit allows. Null when the SDK's sampler drops it.</summary>
    /// <param name="template">The common parts of all spans of the actor system.</param>
    /// <param name="name">The span's name.</param>
    /// <param name="tags">Its attributes.</param>
    /// <param name="sentIn">The context in which the question was sent: a trace that is not recorded, or one that is kept; default for none.</param>
    /// <param name="begunAt">When it began.</param>
    /// <param name="leftOut">The number of spans of the asker's type excluded since the last one that was made.</param>
    public static Activity? OfAsk(SpanTemplate template, string name, SpanTags tags, ActivityContext sentIn, long begunAt, long leftOut)
    {
        var isKept = (sentIn.TraceFlags & ActivityTraceFlags.Recorded) != 0;
        var (parent, linked) = isKept ? (sentIn, default) : (template.NewTrace(), sentIn);
        return StartCore(name, ActivityKind.Internal, parent, tags, MessageSpan.Links(linked, default), begunAt, Error, leftOut);
    }

    private static Activity? StartCore(
        string name, ActivityKind kind, ActivityContext parent, SpanTags tags, ActivityLink[]? links, long begunAt, string reason, long leftOut)
    {
        using var scope = new ContextScope();
        try
        {
            tags.Add(AkkaSpanAttributes.SamplingReason, reason);
            if (leftOut > 0)
            {
                tags.Add(AkkaSpanAttributes.SamplingSuppressedCount, leftOut);
            }

            // The span is a root. The current activity would become its parent.
            Activity.Current = null;
            var span = AkkaTelemetry.Source.StartActivity(name, kind, parent, tags, links, Ticks.ToUtc(begunAt));
            if (span is { IsAllDataRequested: false })
            {
                span.Stop();
                span = null;
            }

            return span;
        }
        catch (Exception e)
        {
            // Either a sampler threw, and nothing is current. Or a listener threw at the new span, and other listeners may have seen its start.
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return Activity.Current;
        }
    }
}

/// <summary>The place of a retroactive span in a trace that is kept. The thread that runs the actor.</summary>
internal abstract class SpanPlace : RetroactivePlace
{
    /// <summary>Starts the span there. Null if the SDK's sampler refuses the trace by its id.</summary>
    public abstract Activity? Start(RetroactiveSpan span, in RetroactiveWords words, FairShare share, long now);
}

/// <summary>What a retroactive span says beside its attributes.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Message">The readable name of the message's type.</param>
/// <param name="Reason">The reason for the span.</param>
/// <param name="LeftOut">The number of spans of that type excluded since the last one that was made.</param>
internal readonly record struct RetroactiveWords(string Name, string Message, string Reason, long LeftOut);
