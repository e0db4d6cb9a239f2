using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// What one mailbox keeps about the current message without a recorded span, in case the message gets a retroactive span. For most messages this is
/// only the start time. Some messages need more, so a mailbox that has had such a message keeps an object for it. It belongs to the thread that runs
/// the mailbox. It has no reference to the message, its sender or its trace, because an idle actor must not keep them alive.
/// </summary>
internal struct RetroactiveCandidate
{
    // Start of the current message in ticks, from the CoarseClock unless a more precise time had been read. Negative when no known message is being
    // handled: since the actor's start, or since a failure.
    private long _begunAt;

    // null until a message needs more than its start time
    private Details? _details;

    private Scope _scope;

    // Beside the other fields, so that most messages do not touch the details.
    private bool _hasMore;

    /// <summary>Which messages may get a retroactive span.</summary>
    internal enum Scope : byte
    {
        /// <summary>No message. Nothing is kept.</summary>
        None,

        /// <summary>Messages that fail. The start time is kept.</summary>
        Failed,

        /// <summary>Messages that fail and messages that are slow. Every message has to be checked at its end.</summary>
        Slow,
    }

    public readonly bool IsOn => _scope != Scope.None;

    /// <summary>Whether every message has to be checked at its end.</summary>
    public readonly bool IsAboutTime => _scope == Scope.Slow;

    /// <summary>More than the start time of the previous message has to be cleared.</summary>
    public readonly bool HasMore
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _hasMore;
    }

    /// <summary>Whether a message with a known start is being handled.</summary>
    public readonly bool IsBegun => IsOn && _begunAt > 0;

    /// <summary>Start of the current message, or of other work of the actor.</summary>
    public readonly long BegunAt => Math.Abs(_begunAt);

    /// <summary>What the rules say about the current message, if its times are watched; otherwise null.</summary>
    public readonly Verdict? Watched => IsOn ? _details?.Watched : null;

    /// <summary>Sets which messages may get a retroactive span. Called before each run.</summary>
    public void Listen(bool toSpans, RetroactiveSpans spans)
    {
        var was = _scope;
        _scope = !toSpans ? Scope.None : spans.IsAboutTime ? Scope.Slow : spans.IsOn ? Scope.Failed : Scope.None;
        if (was == Scope.None && _scope != Scope.None)
        {
            Forget(CoarseClock.Now);
        }
    }

    /// <summary>Nobody listens to spans.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Stop()
    {
        if (_scope != Scope.None)
        {
            _scope = Scope.None;
        }
    }

    /// <summary>
    /// A message without a recorded span begins, and only its start time has to be kept. The previous message left nothing else either.
    /// Called for each message.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void BeginPlain(long now)
    {
        // Written only when the clock has moved, every ten milliseconds. A write for each message has a measurable cost on a busy machine
        // (docs/performance.md).
        if (_scope != Scope.None && now != _begunAt)
        {
            _begunAt = now;
        }
    }

    /// <summary>A message without a recorded span begins.</summary>
    public void Begin(long now) => _begunAt = now;

    /// <summary>
    /// The first message of a light run begins, or one that carries its trace, without a recorded span. Its times are not watched, and it was not
    /// stashed. Keeps its start time and where its trace began.
    /// </summary>
    /// <param name="now">The coarse time.</param>
    /// <param name="trace">The trace that the message carries; null for a shared one.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void BeginInTrace(long now, NonRecordingContext? trace)
    {
        if (_scope == Scope.None)
        {
            return;
        }

        _begunAt = now;
        if (trace?.Begun is { } begun)
        {
            _hasMore = (_details ??= new Details()).Begin(begun);
        }
        else if (_hasMore)
        {
            _hasMore = _details!.Begin(begun: null);
        }
    }

    /// <summary>No known message is being handled. What follows begins now.</summary>
    public void Forget(long now)
    {
        _begunAt = -now;
        Ignore();
    }

    /// <summary>The current message is not watched. It has a span, it must not have one, or there is no message.</summary>
    public readonly void Ignore() => _details?.Watch(null);

    /// <summary>Keeps more than the start time of the current message. Returns whether its times are to be watched, if it may get a span.</summary>
    /// <param name="next">The message.</param>
    /// <param name="now">The time at which it was dequeued; 0 when the clock has not been read.</param>
    public bool Remember(in StampedEnvelope next, long now)
    {
        _hasMore = (_details ??= new Details()).Begin(next, now, IsAboutTime);
        return IsAboutTime;
    }

    /// <summary>The times of the current message are watched.</summary>
    public readonly void Watch(Verdict verdict) => _details!.Watch(verdict);

    /// <summary>Whether the current, watched message has waited or worked too long.</summary>
    public readonly bool IsSlow(RetroactiveSpans spans, long now) => _details!.Waited >= spans.SlowWait || now - _begunAt >= spans.SlowWork;

    /// <summary>
    /// The retroactive span of a slow message; null when the message was not slow or is not watched. This only reads. If the calling run has been
    /// overtaken, the result is wrong and is not used.
    /// </summary>
    public readonly RetroactiveSpan? IfSlow(MailboxRecorder mailbox, in OpenInvoke last, Activity? span, long now) =>
        Watched is { } verdict && last.Info is { } info && span is not { Recorded: true }
        && IsSlow(mailbox.Instrumentation.RetroactiveSpans, now)
            ? About(mailbox, info, verdict, mailbox.Cell?.Sender, now)
            : null;

    /// <summary>
    /// The retroactive span of the current message. It may be started later, when this structure already describes the next message.
    /// </summary>
    public readonly RetroactiveSpan About(MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, IActorRef? sender, long now) =>
        new(mailbox.Instrumentation.Spans, mailbox, info, verdict, sender, Math.Min(_begunAt, now))
        {
            Waited = _details?.Waited ?? -1,
            SentIn = _details?.SentIn ?? default,
            Stay = _details?.Stay ?? default,
        };

    // Describes the last message that had details.
    private sealed class Details
    {
        // One of them: a message that carries nothing but its trace writes one reference, not the ids.
        private TraceBegin? _begun;
        private ActivityContext _sentIn;

        public Verdict? Watched { get; private set; }

        public long Waited { get; private set; } = -1;

        public ActivityContext SentIn => _begun?.Span ?? _sentIn;

        public RetroactiveSpan.StashStay Stay { get; private set; }

        // Both return whether there is more than a start time.
        public bool Begin(in StampedEnvelope next, long now, bool isWatched)
        {
            var origin = next.Origin;
            Waited = now != 0 && next.EnqueuedAt != 0 ? Math.Max(0, now - next.EnqueuedAt) : -1;
            _begun = null;
            _sentIn = origin?.Context ?? default;
            Stay = origin?.History is { } history ? new(history.Times, history.StashedTicks, history.FirstProcessing) : default;
            Watched = null;
            return isWatched || Waited >= 0 || _sentIn != default || Stay.Times > 0;
        }

        public bool Begin(TraceBegin? begun)
        {
            Waited = -1;
            _begun = begun;
            _sentIn = default;
            Stay = default;
            Watched = null;
            return begun is not null;
        }

        public void Watch(Verdict? verdict) => Watched = verdict;
    }
}
