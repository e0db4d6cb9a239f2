using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>A message, or the start of an actor, that was not sampled and gets a span now that it is over.</summary>
internal sealed class LateMessage(MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, IActorRef? sender, long begunAt)
{
    public const string Error = "error";
    public const string Slow = "slow";

    [ThreadStatic]
    private static SpanTags? t_tags;

    /// <summary>Ticks; negative when not known.</summary>
    public long Waited { get; init; } = -1;

    /// <summary>What the message was sent in: a trace that is not recorded.</summary>
    public ActivityContext SentIn { get; init; }

    public Aftermath.StashStay Stay { get; init; }

    /// <summary>
    /// Starts the span without making it current. Null when the limit leaves it out or the SDK's sampler does not want it.
    /// Never throws. On the thread that runs the actor.
    /// </summary>
    /// <param name="reason">Why.</param>
    /// <param name="messageName">The readable name of the message's type.</param>
    /// <param name="limit">The actor system's.</param>
    /// <param name="now">The time.</param>
    public Activity? Start(string reason, string messageName, AfterTheFact limit, long now)
    {
        if (!limit.TryTake(now, out var leftOut))
        {
            return null;
        }

        var tags = t_tags ??= new SpanTags();
        tags.Fill(
            mailbox.SystemName,
            info.Actor.Name,
            messageName,
            mailbox.Path,
            MessageSpan.PathOf(sender),
            Waited < 0 ? null : Ticks.ToSeconds(Waited));
        if (mailbox.WritesMessaging)
        {
            tags.AddMessaging(info.Actor.Name, mailbox.Path);
        }

        if (Stay.Times > 0)
        {
            tags.AddStash(Stay.Times, Stay.Ticks);
        }

        return LateSpan.Start(
            verdict.SpanName ?? info.Actor.SpanName, ActivityKind.Consumer, tags, Links(), begunAt, reason, leftOut);
    }

    /// <summary>The message was slow and is over.</summary>
    public void Trace(AfterTheFact limit, long now)
    {
        if (Start(Slow, info.Name, limit, now) is { } span)
        {
            LateSpan.Stop(span, now);
        }
    }

    // A child of what is not recorded would not be recorded either, so the parent it would have had is a link.
    private ActivityLink[]? Links() =>
        MessageSpan.Links(verdict.Relation == SpanRelation.None ? default : SentIn, Stay.FirstProcessing);
}
