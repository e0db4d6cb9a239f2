using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Selects the unsampled messages that get a span afterwards: those that failed, waited too long or worked too long. Such a span is never current,
/// and the current activity does not change. An assembly of a higher layer, in the same package, makes the spans and limits their number. Nothing
/// here throws.
/// </summary>
internal abstract class RetroactiveSpans
{
    /// <summary>Whether failed messages get a span.</summary>
    public bool Errors { get; private set; }

    /// <summary><see cref="Stopwatch"/> ticks; <see cref="long.MaxValue"/> when no wait is too long.</summary>
    public long SlowWait { get; private set; }

    /// <summary><see cref="Stopwatch"/> ticks; <see cref="long.MaxValue"/> when no work is too long.</summary>
    public long SlowWork { get; private set; }

    public bool IsOn => Errors || WatchesTimes;

    /// <summary>Whether every unsampled message has to be checked when it is over.</summary>
    public bool WatchesTimes { get; private set; }

    /// <summary>
    /// Whether its rule and the user's filter allow an unsampled message to begin a trace. A persist handler is part of its command's trace and does
    /// not begin one. It runs in the journal's answer, which is one of Akka's messages and has a rule of its own; for it, the usual verdict on the
    /// actor's messages decides.
    /// </summary>
    public static bool MayBegin(Verdict verdict, Verdict usual, TraceFilter? filter, in AkkaMessageContext message, string? shownName) =>
        (shownName is not null && verdict.Trace == AkkaTraceMode.OnlyInTrace ? usual : verdict).Trace
            is AkkaTraceMode.Sampled or AkkaTraceMode.Always
        && (filter is null || filter.Allows(message, alreadyInTrace: false));

    /// <summary>Changes the settings, one after the other. A message that ends at this moment may see both old and new ones.</summary>
    /// <param name="errors">Whether failed messages get a span.</param>
    /// <param name="slowWait">The wait after which a message gets one; infinite for none.</param>
    /// <param name="slowWork">The processing time after which a message gets one; infinite for none.</param>
    /// <param name="limit">Spans per second.</param>
    /// <param name="roots">The sampling of roots.</param>
    public void Change(bool errors, TimeSpan slowWait, TimeSpan slowWork, int limit, RootSampling roots)
    {
        (Errors, SlowWait, SlowWork) = (errors, InTicks(slowWait), InTicks(slowWork));
        WatchesTimes = SlowWait != long.MaxValue || SlowWork != long.MaxValue;
        Limit(limit, roots);
    }

    /// <summary>Starts the span of a failed message. Null when the limit excludes it or the SDK's sampler drops it.</summary>
    /// <param name="failed">The message.</param>
    /// <param name="messageName">The readable name of the message's type.</param>
    /// <param name="now">The time.</param>
    public abstract Activity? Start(RetroactiveMessage failed, string messageName, long now);

    /// <summary>Makes the span of a slow message that is over.</summary>
    public abstract void StartAndStop(RetroactiveMessage slow, long now);

    /// <summary>Starts the span of an actor whose start failed. Null for the same reasons.</summary>
    /// <param name="mailbox">The actor's mailbox.</param>
    /// <param name="actor">The actor's type.</param>
    /// <param name="isRestart">Whether it is a restart.</param>
    /// <param name="begunAt">When it began.</param>
    /// <param name="now">The time.</param>
    public abstract Activity? StartOfActor(ObservedMailbox mailbox, ActorTypeInfo actor, bool isRestart, long begunAt, long now);

    protected abstract void Limit(int perSecond, RootSampling roots);

    private static long InTicks(TimeSpan threshold) =>
        threshold == Timeout.InfiniteTimeSpan ? long.MaxValue : Ticks.From(threshold);
}

/// <summary>A message that gets a retroactive span.</summary>
/// <param name="mailbox">The actor's mailbox.</param>
/// <param name="info">The actor's type and the message's.</param>
/// <param name="verdict">The rules' verdict on the message.</param>
/// <param name="sender">The message's sender.</param>
/// <param name="begunAt">Ticks at which processing of the message began.</param>
internal sealed class RetroactiveMessage(ObservedMailbox mailbox, MessageTypeInfo info, Verdict verdict, IActorRef? sender, long begunAt)
{
    public ObservedMailbox Mailbox => mailbox;

    public MessageTypeInfo Info => info;

    public Verdict Verdict => verdict;

    public IActorRef? Sender => sender;

    public long BegunAt => begunAt;

    /// <summary>Its place in a trace that is kept; null for a span alone in a new trace.</summary>
    public RetroactivePlace? Place { get; set; }

    /// <summary>Ticks; negative when unknown.</summary>
    public long Waited { get; init; } = -1;

    /// <summary>The context in which the message was sent: a trace that is not recorded.</summary>
    public ActivityContext SentIn { get; init; }

    public StashStay Stay { get; init; }

    /// <summary>The name of the event, if the message is a journal's answer for one. Null for the message's own.</summary>
    public string? ShownName { get; init; }
}

/// <summary>A message's stays in the stash.</summary>
internal readonly record struct StashStay(int Times, long Ticks, ActivityContext FirstProcessing);

/// <summary>The place of a message in a trace that is kept. The assembly above knows it.</summary>
internal abstract class RetroactivePlace;
