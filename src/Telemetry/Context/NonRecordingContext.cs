using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// A trace that is not sampled, as messages carry it from handler to handler. It is the trace of an unsampled activity that was current at the first
/// <c>Tell</c>; a root made here, whose id an activity has; or <see cref="WithoutId"/>. Any thread.
/// </summary>
internal sealed class NonRecordingContext : MessageOrigin
{
    /// <summary>
    /// The shared trace of all unsampled roots whose handlers have needed no activity so far (<see cref="ActivityNeed"/>), and of the messages that
    /// they send. Its id stands for this case on the way to another node and is never visible elsewhere.
    /// </summary>
    public static readonly NonRecordingContext WithoutId = Root(ActivityTraceId.CreateFromString("ffffffffffffffffffffffffffffffff"));

    // A handler may send many messages. All of them share one object.
    [ThreadStatic]
    private static NonRecordingContext? t_last;

    private readonly ActivitySpanId _spanId;
    private readonly ActivityTraceFlags _flags;
    private readonly string? _state;

    // Written before other threads can see the object.
    private UndecidedTrace? _undecided;

    // What flows through its handlers without an activity; or, where its messages leave records, what keeps them together.
    private object? _more;

    private readonly bool _isOfMessage;

    private NonRecordingContext(
        ActivityTraceId traceId, ActivitySpanId spanId, ActivityTraceFlags flags, string? state, bool isRoot, bool isOfMessage = false)
    {
        (TraceId, IsRoot, _isOfMessage) = (traceId, isRoot, isOfMessage);
        (_spanId, _flags, _state) = (spanId, flags & ~ActivityTraceFlags.Recorded, state);
    }

    public ActivityTraceId TraceId { get; }

    /// <summary>Whether it is a root made here: it has no span.</summary>
    public bool IsRoot { get; }

    public bool HasId
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !ReferenceEquals(this, WithoutId);
    }

    public override ActivityContext Context => IsRoot ? default : new(TraceId, _spanId, _flags, _state);

    public override NonRecordingContext NonRecording => this;

    /// <summary>The unsampled trace in whose handler this code runs; null for none.</summary>
    public static NonRecordingContext? Here =>
        NonRecordingActivity.Enclosing(Activity.Current)?.Trace ?? PassThroughContext.Current?.Origin as NonRecordingContext;

    /// <summary>The id of the activity that it is the trace of, if that was a message's; otherwise default.</summary>
    public ActivitySpanId MessageId => _isOfMessage ? _spanId : default;

    /// <summary>What keeps the trace together whose messages leave records; null while none has. Any thread sets it; any one's will do.</summary>
    public object? Kept
    {
        get => _more is PassThroughContext ? null : _more;
        set => _more = value;
    }

    /// <summary>A root that was made here, or by the instrumentation of another node.</summary>
    /// <param name="traceId">Its id.</param>
    public static NonRecordingContext Root(ActivityTraceId traceId) => new(traceId, default, default, state: null, isRoot: true);

    /// <summary>The trace of an unrecorded message that was sent in a recorded one.</summary>
    public static NonRecordingContext Of(ActivityContext sentIn) =>
        new(sentIn.TraceId, sentIn.SpanId, sentIn.TraceFlags, sentIn.TraceState, isRoot: false);

    /// <summary>The unsampled trace of a message from another node.</summary>
    /// <param name="sentIn">Its ids. Without a span id, the trace is a root that the instrumentation of another node made.</param>
    public static NonRecordingContext Arrived(ActivityContext sentIn) =>
        sentIn.SpanId != default ? Of(sentIn)
        : sentIn.TraceId == WithoutId.TraceId ? WithoutId
        : Root(sentIn.TraceId);

    /// <summary>The same, of a message that was sent in the handler of one that has left a record there.</summary>
    /// <param name="sentIn">The trace, with the id of that message.</param>
    /// <param name="isRoot">Whether the instrumentation has made the trace.</param>
    public static NonRecordingContext OfMessage(ActivityContext sentIn, bool isRoot) =>
        new(sentIn.TraceId, sentIn.SpanId, sentIn.TraceFlags, sentIn.TraceState, isRoot, isOfMessage: true);

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
            return Root(ActivityTraceId.CreateRandom());
        }

        var last = t_last;
        if (last is not null && last._spanId == spanId && last.TraceId == traceId && ReferenceEquals(last._state, activity.TraceStateString))
        {
            return last;
        }

        var isRoot = NonRecordingActivity.Enclosing(activity) is { Trace.IsRoot: true };
        var isOfMessage = ReferenceEquals(activity.Source, AkkaTelemetry.Source);
        var made = new NonRecordingContext(traceId, spanId, activity.ActivityTraceFlags, activity.TraceStateString, isRoot, isOfMessage);
        made._undecided = UndecidedTrace.Is(activity) ? new UndecidedTrace(made) : null;
        return t_last = made;
    }

    /// <summary>
    /// The origin of a message that is sent in an unrecorded activity: its trace, decided or not. In the handler of a message it has been decided.
    /// </summary>
    public static MessageOrigin OriginOf(Activity activity)
    {
        if (UnsampledMessage.IsUsed && NonRecordingActivity.Enclosing(activity)?.KeptHere is { } kept)
        {
            return kept;
        }

        var trace = Of(activity);
        return activity is NonRecordingActivity ? trace : trace._undecided ?? (MessageOrigin)trace;
    }

    /// <summary>Gives an activity that has not been started the ids of this trace.</summary>
    public void ApplyTo(Activity activity)
    {
        activity.SetParentId(TraceId, IsRoot ? default : _spanId, _flags);
        activity.TraceStateString = _state;
    }

    /// <summary>
    /// Makes this trace current in a handler. Returns the activity, which the caller stops at the handler's end; null for none. A trace of another
    /// library always has an activity; a root that was made here has one only if the handlers need it.
    /// </summary>
    /// <param name="need">The record that the handler updates if it has no activity and needs one.</param>
    /// <param name="isNeeded">Whether the handler gets one.</param>
    /// <param name="baggage">The message's baggage. Libraries that the handler calls pass it on.</param>
    public NonRecordingActivity? Enter(ActivityNeed need, bool isNeeded, CarriedBaggage? baggage)
    {
        if (!IsRoot || baggage is { IsOfActivity: true } || isNeeded)
        {
            return NonRecordingActivity.Start(this, baggage);
        }

        // Where records are kept, the message at hand knows its trace.
        var flow = need.WithoutActivity;
        if (HasId && !need.IsKept && Kept is null)
        {
            flow = _more as PassThroughContext ?? PassThroughContext.Unsampled(this);
            (_more, flow.Need) = (flow, need);
        }

        HandlerContext.Enter(flow);
        return null;
    }
}

/// <summary>
/// The origin of a message that is sent in an unrecorded activity for which no sampling decision exists: neither its source nor those of the
/// activities around it have a listener, and it has no remote parent. ASP.NET Core starts such an activity for each request while its spans are not
/// collected. The message is sampled like any root. If it is sampled, its span begins in the same trace, without the parent, which is never exported.
/// If not, the message stays in that trace.
/// </summary>
internal sealed class UndecidedTrace(NonRecordingContext trace) : MessageOrigin
{
    public override ActivityContext Context => default;

    public override bool IsUndecidedRoot => true;

    public override NonRecordingContext NonRecording => trace;

    public override ActivityTraceId BeginsIn => trace.TraceId;

    /// <summary>Whether no sampling decision exists for an unrecorded activity.</summary>
    public static bool Is(Activity activity)
    {
        for (var around = activity; ; around = around.Parent)
        {
            // an activity without a source has IsAllDataRequested set until a listener decides otherwise
            if (around is CarrierActivity || (around.Source.HasListeners() && (around.Source.Name.Length > 0 || !around.IsAllDataRequested)))
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

/// <summary>
/// The current activity of an unsampled message, which records nothing. It has the ids of the message's trace: log lines show them, outgoing
/// requests carry them, and libraries below the actor start no traces of their own. Each belongs to one handler, and is started before it and
/// stopped after it, as any activity is.
/// </summary>
internal sealed class NonRecordingActivity : CarrierActivity
{
    private const string Name = "akka.unsampled";

    // The empty baggage of an activity is always the same object.
    private static readonly object NoBaggage = new Activity(Name).Baggage;

    // Its trace, or what its message sends with, which knows the trace.
    private MessageOrigin? _origin;

    /// <summary>Whether an activity was started in it, or a line was logged. Any thread.</summary>
    public bool IsUsed { get; set; }

    /// <summary>The origin of what its message sends, if that leaves a record. Written before the handler begins. Any thread.</summary>
    public KeptOrigin? Kept
    {
        get => _origin as KeptOrigin;
        set => _origin = value;
    }

    /// <summary>The same. What is sent outside of the handler shows that it needs the activity.</summary>
    public KeptOrigin? KeptHere
    {
        get
        {
            IsUsed |= Kept is not null && ThreadContext.Known?.Kept is not { Run: not 0 };
            return Kept;
        }
    }

    private NonRecordingActivity(NonRecordingContext trace)
        : base(Name)
    {
        if (trace.HasId)
        {
            _origin = trace;
            trace.ApplyTo(this);
        }
    }

    /// <summary>The trace that messages sent in it carry. Any thread; two threads that read it first may each get their own object.</summary>
    public NonRecordingContext Trace => _origin?.NonRecording ?? Make();

    /// <summary>Whether an activity has no baggage, including that of its parents.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsWithoutBaggage(Activity activity) => ReferenceEquals(activity.Baggage, NoBaggage);

    /// <summary>Starts such an activity and makes it current on this thread. The caller has to stop it.</summary>
    /// <param name="trace">The trace that it belongs to; <see cref="NonRecordingContext.WithoutId"/> for a new root.</param>
    /// <param name="baggage">The baggage that it gets.</param>
    public static NonRecordingActivity Start(NonRecordingContext trace, CarriedBaggage? baggage = null)
    {
        var activity = new NonRecordingActivity(trace);
        if (baggage is { IsOfActivity: true })
        {
            baggage.ApplyTo(activity);
        }

        activity.Begin();
        return activity;
    }

    /// <summary>The activity itself if it is a non-recording one, or the one that it was started inside of; null for none.</summary>
    public static NonRecordingActivity? Enclosing(Activity? activity)
    {
        while (activity is not (null or NonRecordingActivity))
        {
            activity = activity.Parent;
        }

        return activity as NonRecordingActivity;
    }

    private NonRecordingContext Make()
    {
        var made = NonRecordingContext.Root(TraceId);
        _origin = made;
        return made;
    }
}

/// <summary>An activity that carries a trace and records nothing.</summary>
internal abstract class CarrierActivity : Activity
{
    protected CarrierActivity(string name)
        : base(name)
    {
        IsAllDataRequested = false;
        SetIdFormat(ActivityIdFormat.W3C);
    }

    /// <summary>Starts it outside of all activities, and makes it current. Never throws.</summary>
    protected void Begin()
    {
        HandlerContext.Leave();

        // If a listener to activities without a source throws, it has started and is current.
        TelemetryFault.Guard(TelemetryFault.Listener, this, static activity => activity.Start());
    }

    /// <summary>Stops it. Never throws: if a listener throws, the activity has stopped, and it is removed from the thread here.</summary>
    public void End() => TelemetryFault.Guard(TelemetryFault.Listener, this, static activity =>
    {
        try
        {
            activity.Stop();
        }
        finally
        {
            HandlerContext.Leave();
        }
    });
}
