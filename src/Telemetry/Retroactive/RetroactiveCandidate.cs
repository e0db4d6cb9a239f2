using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The data that one mailbox keeps about the current message if it has no recorded span, in case the message gets a retroactive span. For most
/// messages this is only the start time. Some messages need more, so a mailbox that has had such a message keeps an object for the details. It
/// belongs to the thread that runs the mailbox. It has no reference to the message, its sender or its trace, because an idle actor must not keep them
/// alive.
/// </summary>
internal struct RetroactiveCandidate
{
    // Start of the current message in ticks, from the CoarseClock unless a more precise time had been read. Negative when no known message is being
    // handled: since the actor's start, or since a failure.
    private long _begunAt;

    // null until a message needs more than its start time
    private Details? _details;

    /// <summary>Whether messages that fail may get a retroactive span.</summary>
    public bool IsOn { get; private set; }

    /// <summary>Whether slow messages may get one too. Every message then has to be checked at its end.</summary>
    public bool WatchesTimes { get; private set; }

    /// <summary>Whether the details describe the current message. The field is beside the others, so that most messages do not touch the
    /// details.</summary>
    public bool HasMore { get; private set; }

    /// <summary>Whether a message with a known start is being handled.</summary>
    public readonly bool IsBegun => IsOn && _begunAt > 0;

    /// <summary>Start of the current message, or of other work of the actor.</summary>
    public readonly long BegunAt => Math.Abs(_begunAt);

    /// <summary>Trace of the current message, if it was sent in one that is not sampled. Any thread.</summary>
    public readonly ActivityTraceId TraceId => HasMore && _details is { } details ? details.SentIn.TraceId : default;

    /// <summary>Sets which messages may get a retroactive span. Called before each run.</summary>
    public void Listen(bool toSpans, RetroactiveSpans spans)
    {
        if (!toSpans && !IsOn)
        {
            return;
        }

        var wasOn = IsOn;
        IsOn = toSpans && spans.IsOn;
        WatchesTimes = toSpans && spans.WatchesTimes;
        if (IsOn && !wasOn)
        {
            Forget(CoarseClock.Now);
        }
    }

    /// <summary>
    /// A message without a recorded span begins. Only its start time has to be kept. The previous message left nothing else either.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void BeginPlain(long now)
    {
        // Written only when the clock has moved. A write for each message has a measurable cost on a busy machine (benchmarks/EXPERIMENTS.md).
        if (IsOn && now != _begunAt)
        {
            _begunAt = now;
        }
    }

    /// <summary>A message without a recorded span begins.</summary>
    /// <param name="next">The message.</param>
    /// <param name="now">The time.</param>
    /// <param name="waited">Ticks that it has waited; negative when unknown.</param>
    public void Begin(in StampedEnvelope next, long now, long waited)
    {
        _begunAt = now;
        var hasMore = WatchesTimes || waited >= 0
            || next.Origin is not (null or NonRecordingContext { IsRoot: true } or KeptOrigin { IsPlain: true });
        if (hasMore || HasMore)
        {
            (_details ??= new Details()).Begin(next.Origin, waited);
            HasMore = hasMore;
        }
    }

    /// <summary>The times of the current message are watched.</summary>
    public readonly void Watch(Verdict verdict, string? shownName) => (_details!.Watched, _details.ShownName) = (verdict, shownName);

    /// <summary>The current message is no candidate.</summary>
    /// <param name="now">The time.</param>
    /// <param name="isOfNothing">Whether it gets no retroactive span even if it fails.</param>
    public void Ignore(long now, bool isOfNothing)
    {
        if (isOfNothing)
        {
            _begunAt = -now;
        }

        if (_details is { } details)
        {
            details.Watched = null;
        }
    }

    /// <summary>No known message is being handled. The actor's next work begins now.</summary>
    public void Forget(long now) => Ignore(now, isOfNothing: true);

    /// <summary>
    /// The current message, if it was slow and is watched; otherwise null. This only reads. If the calling run has been overtaken, the result is
    /// wrong and is not used.
    /// </summary>
    public readonly RetroactiveMessage? IfSlow(
        RetroactiveSpans limits, ObservedMailbox mailbox, MessageTypeInfo info, IActorRef? sender, long now) =>
        IsOn && _details is { Watched: { } verdict } details && (details.Waited >= limits.SlowWait || now - _begunAt >= limits.SlowWork)
            ? ToMessage(mailbox, info, verdict, sender, now, details.ShownName)
            : null;

    /// <summary>
    /// The current message, for a retroactive span. It may be started later, when this structure already describes the next message.
    /// </summary>
    public readonly RetroactiveMessage ToMessage(
        ObservedMailbox mailbox, MessageTypeInfo info, Verdict verdict, IActorRef? sender, long now, string? shownName) =>
        new(mailbox, info, verdict, sender, Math.Min(_begunAt, now))
        {
            Waited = _details?.Waited ?? -1,
            SentIn = _details?.SentIn ?? default,
            Stay = _details?.Stay ?? default,
            ShownName = shownName,
        };

    // Describes the last message that had details.
    private sealed class Details
    {
        /// <summary>The verdict of the rules on the message, if its times are watched; otherwise null.</summary>
        public Verdict? Watched { get; set; }

        public string? ShownName { get; set; }

        public long Waited { get; private set; } = -1;

        public ActivityContext SentIn { get; private set; }

        public StashStay Stay { get; private set; }

        public void Begin(MessageOrigin? origin, long waited)
        {
            Waited = waited;
            SentIn = origin?.Context ?? default;
            Stay = origin?.History is { } history ? new(history.Times, history.StashedTicks, history.FirstProcessing) : default;
            Watched = null;
        }
    }
}
