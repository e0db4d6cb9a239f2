using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A trace that is not sampled, as messages carry it from handler to handler: its ids, and nothing that anybody writes to. Any thread.
/// <para>
/// It is somebody's (an activity that was not sampled was current at the first <c>Tell</c>), a root of ours with an id of its own, or one
/// that all roots of the same hundredth of a second share (<see cref="UnsampledRoots"/>).
/// </para>
/// </summary>
internal sealed class UnsampledTrace
{
    /// <summary>Stands for a shared trace whose <see cref="Tick"/> is in the message's <see cref="Mark"/>.</summary>
    public static readonly UnsampledTrace OfMark = new(default, default, tick: -1, seed: 0);

    // a handler may send many messages: all of them share one
    [ThreadStatic]
    private static UnsampledTrace? t_last;

    private readonly ActivitySpanId _spanId;
    private readonly ActivityTraceFlags _flags;
    private readonly string? _state;

    // Until the first hop: somebody may record it yet.
    private Activity? _source;

    // What is current in handlers, made at the first hop and passed on.
    private NonRecordingActivity? _activity;

    private UnsampledTrace(ActivityTraceId traceId, ActivitySpanId spanId, long tick = 0, ulong seed = 0)
    {
        TraceId = traceId;
        _spanId = spanId;
        Tick = tick;
        Seed = seed;
    }

    private UnsampledTrace(Activity source, ActivityTraceId traceId, ActivitySpanId spanId)
        : this(traceId, spanId)
    {
        _flags = source.ActivityTraceFlags & ~ActivityTraceFlags.Recorded;
        _state = source.TraceStateString;
        _source = source;
        Origin = NonRecordingActivity.Around(source) is { Trace.IsOurs: true } ? default : new ActivityContext(traceId, spanId, _flags, _state);
    }

    private UnsampledTrace(ActivityContext sentIn)
        : this(sentIn.TraceId, sentIn.SpanId)
    {
        _state = sentIn.TraceState;
        Origin = new ActivityContext(sentIn.TraceId, sentIn.SpanId, _flags, _state);
    }

    public ActivityTraceId TraceId { get; }

    /// <summary>The <see cref="CoarseClock"/> time that the roots of a shared trace have in common; 0 for a trace with an id of its own.</summary>
    public long Tick { get; }

    /// <summary>Tells the shared traces of actor systems apart.</summary>
    public ulong Seed { get; }

    /// <summary>The span that the trace comes from; default for a root of ours, which has no span that anybody could look for.</summary>
    public ActivityContext Origin { get; }

    /// <summary>Whether it is a root of ours.</summary>
    public bool IsOurs => Origin == default;

    /// <summary>The activity that was current at the first <c>Tell</c>, if somebody has recorded it since.</summary>
    public Activity? RecordedSource => Volatile.Read(ref _source) is { Recorded: true } source ? source : null;

    /// <summary>A root of ours with an id of its own.</summary>
    public static UnsampledTrace Own() => new(ActivityTraceId.CreateRandom(), default);

    /// <summary>The trace of all roots of one actor system in one hundredth of a second. Equal arguments give equal ids.</summary>
    public static UnsampledTrace Shared(ulong seed, long tick) => new(SharedIds.Of(seed, tick), default, tick, seed);

    /// <summary>A trace in which a message is not recorded although what it was sent in is.</summary>
    public static UnsampledTrace Of(ActivityContext sentIn) => new(sentIn);

    /// <summary>The trace of an activity that is not recorded. One object for all messages that a thread sends in it.</summary>
    public static UnsampledTrace Of(Activity activity)
    {
        if (activity is NonRecordingActivity known)
        {
            return known.Trace;
        }

        var (traceId, spanId) = (activity.TraceId, activity.SpanId);
        if (traceId == default)
        {
            // of another id format
            return Own();
        }

        var last = t_last;
        return last is not null && last._spanId == spanId && last.TraceId == traceId && ReferenceEquals(last._state, activity.TraceStateString)
            ? last
            : t_last = new UnsampledTrace(activity, traceId, spanId);
    }

    /// <summary>
    /// What is current in a handler of this trace. Made once and passed on: a handler that has written to it gets the next one
    /// another. Two threads that come here at once may make two, of which one stays.
    /// </summary>
    public NonRecordingActivity Activity()
    {
        var made = Volatile.Read(ref _activity);
        if (made is null || !made.IsUntouched)
        {
            made = NonRecordingActivity.Start(this);
            Volatile.Write(ref _activity, made);
            Volatile.Write(ref _source, null);
        }

        return made;
    }

    /// <summary>Gives an activity that has not been started the ids of this trace.</summary>
    public void ApplyTo(Activity activity)
    {
        activity.SetParentId(TraceId, _spanId, _flags);
        activity.TraceStateString = _state;
    }

    /// <summary>Whether an activity still says what <see cref="ApplyTo"/> has said.</summary>
    public bool IsSaidBy(Activity activity) =>
        activity.ActivityTraceFlags == _flags && ReferenceEquals(activity.TraceStateString, _state);
}
