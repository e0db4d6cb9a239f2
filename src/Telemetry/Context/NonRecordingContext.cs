using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// A trace that is not sampled, as messages carry it from handler to handler. It is the trace of an unsampled activity that was current at the first
/// <c>Tell</c>; a root made here, with an id of its own; or <see cref="Nameless"/>. Any thread.
/// </summary>
internal sealed class NonRecordingContext(
    ActivityTraceId traceId,
        ActivitySpanId spanId = default, ActivityTraceFlags flags = default, string? state = null, bool isOurs = true) : MessageOrigin
{
    /// <summary>
    /// What all unsampled roots have in common that have no id of their own, and what their handlers send. Nothing is current in it
    /// (<see cref="UnsampledMarker"/>). The id stands for it on the way to another node, and is never seen by anybody else.
    /// </summary>
    public static readonly NonRecordingContext Nameless = new(ActivityTraceId.CreateFromString("ffffffffffffffffffffffffffffffff"));

    // A handler may send many messages. All of them share one object.
    [ThreadStatic]
    private static NonRecordingContext? t_last;

    private readonly ActivitySpanId _spanId = spanId;
    private readonly ActivityTraceFlags _flags = flags & ~ActivityTraceFlags.Recorded;
    private readonly string? _state = state;

    // Written before anybody else knows the object.
    private UndecidedTrace? _undecided;

    // Activities of this trace that no handler has at the moment. Whoever takes one empties the place. Mostly one handler of a trace works at a
    // time, so one is made at the first hop and then handed on; two that overlap have one each.
    private NonRecordingActivity? _free;
    private NonRecordingActivity? _spare;

    public ActivityTraceId TraceId { get; } = traceId;

    /// <summary>Whether it is a root made here.</summary>
    public bool IsOurs { get; } = isOurs;

    public bool IsNameless
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ReferenceEquals(this, Nameless);
    }

    // a root made here has no span
    public override ActivityContext Context => IsOurs ? default : new(TraceId, _spanId, _flags, _state);

    public override bool IsRootOfOurs => IsOurs;

    public override NonRecordingContext NonRecording => this;

    public override MessageOrigin? PassedOn => IsNameless ? this : Sent;

    /// <summary>The unsampled trace in whose handler this code runs; null for none.</summary>
    public static NonRecordingContext? Here =>
        NonRecordingActivity.Around(Activity.Current)?.Trace ?? (PassThroughContext.Current is UnsampledMarker ? Nameless : null);

    /// <summary>A new root with an id of its own.</summary>
    public static NonRecordingContext Own() => new(ActivityTraceId.CreateRandom());

    /// <summary>The trace of an unrecorded message that was sent in a recorded one.</summary>
    public static NonRecordingContext Of(ActivityContext sentIn) =>
        new(sentIn.TraceId, sentIn.SpanId, sentIn.TraceFlags, sentIn.TraceState, isOurs: false);

    /// <summary>The unsampled trace of a message from another node.</summary>
    /// <param name="sentIn">Its ids. Without a span id, the trace is a root that the instrumentation of another node made.</param>
    public static NonRecordingContext Arrived(ActivityContext sentIn) =>
        sentIn.SpanId != default ? Of(sentIn)
        : sentIn.TraceId == Nameless.TraceId ? Nameless
        : new(sentIn.TraceId);

    /// <summary>The trace of an unrecorded activity. All messages that a thread sends in it share one object.</summary>
    public static NonRecordingContext Of(Activity activity)
    {
        if (activity is NonRecordingActivity known)
        {
            return known.Trace;
        }

        var (traceId, spanId) = (activity.TraceId, activity.SpanId);
        if (traceId == default)
        {
            // The activity has another id format.
            return Own();
        }

        var last = t_last;
        if (last is not null && last._spanId == spanId && last.TraceId == traceId && ReferenceEquals(last._state, activity.TraceStateString))
        {
            return last;
        }

        var isOurs = NonRecordingActivity.Around(activity) is { Trace.IsOurs: true };
        var made = new NonRecordingContext(traceId, spanId, activity.ActivityTraceFlags, activity.TraceStateString, isOurs);
        made._undecided = UndecidedTrace.Is(activity) ? new UndecidedTrace(made) : null;
        return t_last = made;
    }

    /// <summary>The origin of a message that is sent in an unrecorded activity: its trace, decided or not.</summary>
    public static MessageOrigin OriginOf(Activity activity)
    {
        var trace = Of(activity);
        return trace._undecided ?? (MessageOrigin)trace;
    }

    /// <summary>Takes an activity of this trace that no handler has and nobody has written to, or makes one.</summary>
    public NonRecordingActivity Take() => TakeUntouched(ref _free) ?? TakeUntouched(ref _spare) ?? NonRecordingActivity.Start(this);

    /// <summary>The handler of the one who took it has ended. Beyond two, activities are left to the garbage collector.</summary>
    public void PutBack(NonRecordingActivity activity) => Volatile.Write(ref Volatile.Read(ref _free) is null ? ref _free : ref _spare, activity);

    /// <summary>Gives an activity that has not been started the ids of this trace.</summary>
    public void ApplyTo(Activity activity)
    {
        activity.SetParentId(TraceId, _spanId, _flags);
        activity.TraceStateString = _state;
    }

    /// <summary>Whether an activity still has the values that <see cref="ApplyTo"/> set.</summary>
    public bool Matches(Activity activity) =>
        activity.ActivityTraceFlags == _flags && ReferenceEquals(activity.TraceStateString, _state);

    private static NonRecordingActivity? TakeUntouched(ref NonRecordingActivity? place) =>
        Volatile.Read(ref place) is not null && Interlocked.Exchange(ref place, null) is { IsUntouched: true } free ? free : null;
}

/// <summary>
/// The origin of a message that is sent in an unrecorded activity about which nobody has decided: nobody listens to its source, nor to those of
/// the activities around it, and it came from nowhere else. ASP.NET makes such an activity for each request while nobody collects its spans. The
/// message is drawn as any root is. It begins its span in the same trace, without the parent, which is never exported. Not drawn, it stays in the
/// trace.
/// </summary>
internal sealed class UndecidedTrace(NonRecordingContext trace) : MessageOrigin
{
    public override ActivityContext Context => default;

    public override bool IsUndecidedRoot => true;

    public override NonRecordingContext NonRecording => trace;

    public override ActivityTraceId BeginsIn => trace.TraceId;

    /// <summary>Whether nobody has decided about an unrecorded activity.</summary>
    public static bool Is(Activity activity)
    {
        for (var around = activity; ; around = around.Parent)
        {
            if (around is CarrierActivity || around.Source.HasListeners())
            {
                return false;
            }

            if (around.Parent is null)
            {
                // a parent in another process has decided
                return around.ParentSpanId == default;
            }
        }
    }
}
