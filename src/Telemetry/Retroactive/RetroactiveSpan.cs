using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A span that is created afterwards, for something that was not sampled: a slow or failed message, or an actor whose start failed. Such a span is
/// never current, and the current activity does not change. Nothing here throws. Runs on the thread that runs the actor.
/// </summary>
/// <param name="template">The common parts of all spans of the actor system.</param>
/// <param name="mailbox">The actor's mailbox.</param>
/// <param name="info">The actor's type and the message's.</param>
/// <param name="verdict">The rules' verdict on the message.</param>
/// <param name="sender">The message's sender.</param>
/// <param name="begunAt">Ticks at which processing of the message began.</param>
internal sealed class RetroactiveSpan(SpanTemplate template, ObservedMailbox mailbox,
    MessageTypeInfo info, Verdict verdict, IActorRef? sender, long begunAt)
{
    /// <summary>The reason for a failed message or a failed start.</summary>
    public const string Error = "error";

    /// <summary>The reason for a message that waited or worked too long.</summary>
    public const string Slow = "slow";

    /// <summary>Ticks.</summary>
    public long BegunAt => begunAt;

    /// <summary>The common parts of all spans of the actor system.</summary>
    public SpanTemplate Template => template;

    /// <summary>How its message is related to its sender's.</summary>
    public AkkaSpanRelation Relation => verdict.Relation;

    /// <summary>Its place in a trace that is kept; null for a span alone in a new trace.</summary>
    public RetroactivePlace? Place { get; set; }

    /// <summary>Ticks; negative when unknown.</summary>
    public long Waited { get; init; } = -1;

    /// <summary>The context in which the message was sent: a trace that is not recorded.</summary>
    public ActivityContext SentIn { get; init; }

    public StashStay Stay { get; init; }

    /// <summary>The name of the event, if the message is a journal's answer for one. Null for the message's own.</summary>
    public string? ShownName { get; init; }

    // A child of an unrecorded span would not be recorded either. So a link replaces the parent.
    private ActivityLink[]? Links =>
        MessageSpan.Links(verdict.Relation == AkkaSpanRelation.None ? default : SentIn, Stay.FirstProcessing);

    /// <summary>
    /// Whether its rule and the user's filter allow an unsampled message to begin a trace. A persist handler is part of its command's trace and does
    /// not begin one. It runs in the journal's answer, which is one of Akka's messages and has a rule of its own; for it, the usual verdict on the
    /// actor's messages decides.
    /// </summary>
    public static bool MayBegin(Verdict verdict, Verdict usual, TraceFilter? filter, in AkkaMessageContext message, string? shownName) =>
        (shownName is not null && verdict.Trace == AkkaTraceMode.OnlyInTrace ? usual : verdict).Trace
            is AkkaTraceMode.Sampled or AkkaTraceMode.Always
        && (filter is null || filter.Allows(message, alreadyInTrace: false));

    /// <summary>Starts the span of a message. Null when the limit excludes it or the SDK's sampler drops it.</summary>
    /// <param name="reason">The reason for the span.</param>
    /// <param name="messageName">The readable name of the message's type.</param>
    /// <param name="limit">The actor system's limit.</param>
    /// <param name="now">The time.</param>
    public Activity? Start(string reason, string messageName, RetroactiveLimits limit, long now)
    {
        if (!limit.TryTake(info.Actor.RetroactiveShare, now, out var leftOut))
        {
            return null;
        }

        var name = MessageSpan.NameOf(info, verdict, ShownName);
        return Place?.Start(this, new(name, messageName, reason, leftOut), limit, info.Actor.RetroactiveShare, now)
            ?? StartCore(name, ActivityKind.Consumer, template.NewTrace(), TagsFor(messageName), Links, begunAt, reason, leftOut);
    }

    /// <summary>Starts it as a span of another trace. Null if the SDK's sampler refuses the trace by its id.</summary>
    public Activity? StartIn(ActivityContext parent, ActivityKind kind, ActivityContext linked, in RetroactiveWords words) => StartCore(
        words.Name, kind, parent, TagsFor(words.Message), MessageSpan.Links(linked, Stay.FirstProcessing), begunAt, words.Reason, words.LeftOut);

    private SpanTags TagsFor(string messageName)
    {
        var tags = SpanTags.OfMessage(template, info.Actor, messageName, mailbox, sender, Waited, ShownName);
        if (Stay.Times > 0)
        {
            tags.AddStash(Stay.Times, Stay.Ticks);
        }

        return tags;
    }

    /// <summary>Makes the span of a slow message that is over.</summary>
    public void StartAndStop(RetroactiveLimits limit, long now)
    {
        if (Start(Slow, info.Name, limit, now) is { } span)
        {
            ContextScope.Stop(span.SetEndTime(Ticks.ToUtcIn(span, begunAt, now)));
        }
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

    /// <summary>A message's stays in the stash.</summary>
    internal readonly record struct StashStay(int Times, long Ticks, ActivityContext FirstProcessing);
}

/// <summary>The place of a retroactive span in a trace that is kept. The assembly above implements it. The thread that runs the actor.</summary>
internal abstract class RetroactivePlace
{
    /// <summary>Starts the span there. Null if the SDK's sampler refuses the trace by its id.</summary>
    public abstract Activity? Start(RetroactiveSpan span, in RetroactiveWords words, RetroactiveLimits limit, FairShare share, long now);
}

/// <summary>What a retroactive span says beside its attributes.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Message">The readable name of the message's type.</param>
/// <param name="Reason">The reason for the span.</param>
/// <param name="LeftOut">The number of spans of that type excluded since the last one that was made.</param>
internal readonly record struct RetroactiveWords(string Name, string Message, string Reason, long LeftOut);
