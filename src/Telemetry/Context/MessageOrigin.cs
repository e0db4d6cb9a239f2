using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The trace in which a message was sent, and everything else that the message carries from <c>Tell</c> to its span. It is a
/// <see cref="SenderContext"/>, a <see cref="NonRecordingContext"/>, a <see cref="KeptOrigin"/>, an <see cref="UndecidedTrace"/> or a
/// <see cref="ScheduledContext"/>. An <see cref="ExtendedOrigin"/> is put around it if the message carries more than a trace. A message sent outside
/// of all traces has no origin.
/// Callers use the members below and do not test the type.
/// <para>An origin waits in mailboxes. So it holds no recorded activity, and nothing that a handler writes to.</para>
/// </summary>
internal abstract class MessageOrigin
{
    /// <summary>The trace alone, without the other values that the message carries. Null for none.</summary>
    public virtual MessageOrigin? Trace => this;

    /// <summary>The baggage that the message was sent with; null when there was none.</summary>
    public CarriedBaggage? Baggage => (this as ExtendedOrigin)?.CarriedBaggage;

    /// <summary>The message's history in the stash; null when it was never stashed.</summary>
    public StashHistory? History => (this as ExtendedOrigin)?.StashHistory;

    /// <summary>The record of the message for a test that follows it; null for nearly all messages.</summary>
    public TrackedMessage? Tracked => (this as ExtendedOrigin)?.TrackedMessage;

    /// <summary>The number of the attempt: 1, and one more each time that the actor sent the message to itself again after a failure.</summary>
    public int Attempt => 1 + ((this as ExtendedOrigin)?.Repetitions ?? 0);

    /// <summary>The context in which the message was sent, for its span's parent or link; default for none.</summary>
    public abstract ActivityContext Context { get; }

    /// <summary>
    /// Whether it was sent in an activity that records (<see cref="IsRecording"/>). Its span then belongs below that one, and the sampler decides.
    /// </summary>
    public virtual bool IsRecorded => false;

    /// <summary>Whether the message has no parent and no sampling decision has been made since it was sent.</summary>
    public virtual bool IsUndecidedRoot => false;

    /// <summary>
    /// Whether a scheduler sent it and no rule keeps it in its trace. The span in which it was scheduled then becomes a link, not a parent.
    /// </summary>
    public virtual bool IsScheduled => false;

    /// <summary>The trace of the sender's span, if that span was recorded when the message was sent; otherwise null.</summary>
    public virtual SenderContext? Sent => null;

    /// <summary>The trace in which an unrecorded message stays; null when the message begins a trace.</summary>
    public virtual NonRecordingContext? NonRecording => null;

    /// <summary>The trace in which a span without a parent begins; default for a new one.</summary>
    public virtual ActivityTraceId BeginsIn => default;

    /// <summary>The origin of the same message, with its baggage, inside another recorded span.</summary>
    public virtual MessageOrigin Inside(ActivityContext span) => SenderContext.Of(span);

    /// <summary>The origin of a scheduled message that stays in the trace in which it was scheduled, sampled or not.</summary>
    public MessageOrigin ContinueTrace() => Context is var scheduledIn && scheduledIn != default ? Inside(scheduledIn) : NonRecording ?? this;

    /// <summary>
    /// Whether two messages belong to the same trace; null is no trace. An unsampled root made here has no <see cref="Context"/>, but a trace.
    /// </summary>
    public static bool AreOfOneTrace(MessageOrigin? one, MessageOrigin? other) =>
        ReferenceEquals(one?.Trace, other?.Trace) || (TraceIdOf(one) is var id && id != default && id == TraceIdOf(other));

    /// <summary>The trace of the activity in which a message is sent, by its ids.</summary>
    public static MessageOrigin SentIn(Activity activity) =>
        IsRecording(activity) ? SenderContext.OfRecorded(activity) : NonRecordingContext.OriginOf(activity);

    /// <summary>
    /// Whether an activity is collected, sampled or not. An activity without a source has <c>IsAllDataRequested</c> set by default, although nothing
    /// collects it. A listener to such activities has not decided about it either.
    /// </summary>
    public static bool IsRecording([NotNullWhen(true)] Activity? activity) =>
        activity is { Recorded: true } || (activity is { IsAllDataRequested: true, Source.Name.Length: > 0 } && activity.Source.HasListeners());

    private static ActivityTraceId TraceIdOf(MessageOrigin? origin) =>
        origin is null ? default
        : origin.Context.TraceId is var id && id != default ? id
        : origin.NonRecording?.TraceId ?? default;
}

/// <summary>A message that waits in an instrumented mailbox, with what its sender recorded about it.</summary>
/// <param name="message">The message.</param>
/// <param name="sender">Its sender.</param>
/// <param name="stamp">See <see cref="Stamp"/>.</param>
/// <param name="origin">See <see cref="Origin"/>.</param>
internal readonly struct StampedEnvelope(object message, IActorRef sender, WeightedTimestamp stamp = default, MessageOrigin? origin = null)
{
    /// <param name="envelope">The message with its sender.</param>
    public StampedEnvelope(Envelope envelope)
        : this(envelope.Message, envelope.Sender)
    {
    }

    /// <param name="envelope">The message with its sender.</param>
    /// <param name="enqueuedAt">See <see cref="EnqueuedAt"/>. The message is measured, and begins no trace.</param>
    /// <param name="origin">See <see cref="Origin"/>.</param>
    public StampedEnvelope(Envelope envelope, long enqueuedAt, MessageOrigin? origin)
        : this(envelope.Message, envelope.Sender, new(enqueuedAt, SamplingRandom.Always), origin)
    {
    }

    public object Message => message;

    public IActorRef Sender => sender;

    /// <summary>
    /// The time of enqueue and the sender's decisions; none when the message is not timed. Rates may have changed when the message is received, but
    /// the decisions stay.
    /// </summary>
    public WeightedTimestamp Stamp => stamp;

    /// <summary>The origin of the message; null when it was sent in no trace and without baggage, or when no spans were collected.</summary>
    public MessageOrigin? Origin => origin;

    /// <summary><see cref="Stopwatch"/> ticks at enqueue; 0 when this message is not timed.</summary>
    public long EnqueuedAt => stamp.Ticks;

    /// <summary>Akka's envelope.</summary>
    public Envelope Open() => new(message, sender);
}
