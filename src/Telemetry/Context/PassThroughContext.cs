using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The trace of a message whose span a rule or filter has removed. It flows with the execution context, as an activity does: through
/// awaits, <c>PipeTo</c> and work that the handler starts. So the handler's messages belong to the trace.
/// </summary>
internal class PassThroughContext
{
    private static readonly AsyncLocal<PassThroughContext?> Slot = new();

    // Most programs never need it. A sender then reads only this field.
    private static bool s_isUsed;
    private static PassThroughContext? s_nothing;

    protected PassThroughContext(MessageOrigin origin) => Origin = origin;

    /// <summary>The trace that passes through the current handler, or through the handler that started this code.</summary>
    public static PassThroughContext? Current => s_isUsed ? Slot.Value : null;

    /// <summary>The origin of the message that the trace passes through.</summary>
    public MessageOrigin Origin { get; }

    /// <summary>
    /// The sender's span. It is current in the handler, so that spans of libraries there have a parent that is exported. It may have ended. Null if
    /// the sender did not know that its message would pass through.
    /// </summary>
    public Activity? Span { get; private set; }

    /// <summary>An execution context that holds only this.</summary>
    public ExecutionContext? Context { get; private set; }

    /// <summary>No trace. Senders see by it that the context is not empty, and ask the relay of their actor.</summary>
    public static PassThroughContext Nothing => s_nothing ??= Of(new NoTrace());

    /// <summary>The trace and baggage that a message of this origin passes on.</summary>
    public static PassThroughContext Of(MessageOrigin origin)
    {
        var sent = origin.Sent;
        if (sent?.Through is { } known && ReferenceEquals(known.Origin, origin) && (known.Span is not null || sent.SpanContext is null))
        {
            return known;
        }

        var made = new PassThroughContext(origin);
        made.Begin(sent?.SpanContext ?? HandlerContext.Empty);
        if (sent is not null && ReferenceEquals(sent, origin))
        {
            sent.Through = made;
        }

        return made;
    }

    public static void Assign(PassThroughContext? passing)
    {
        if (s_isUsed && !ReferenceEquals(Slot.Value, passing))
        {
            Slot.Value = passing;
        }
    }

    /// <summary>The trace of a message that is sent in it; null for no trace.</summary>
    public MessageOrigin? Trace => Origin.PassedOn;

    /// <summary>The baggage that passes through with the trace.</summary>
    public CarriedBaggage? Baggage => Origin.Baggage;

    /// <summary>Makes <see cref="Context"/>: this, and what flows already.</summary>
    protected void Begin(ExecutionContext flowing) => ExecutionContext.Run(flowing, static made => ((PassThroughContext)made!).BeginCore(), this);

    private void BeginCore()
    {
        s_isUsed = true;
        Span = Activity.Current;
        Slot.Value = this;
        Context = ExecutionContext.Capture();
    }

    private sealed class NoTrace : MessageOrigin
    {
        public override ActivityContext Context => default;

        public override bool IsUndecidedRoot => true;
    }
}

/// <summary>
/// What flows through a handler of <see cref="NonRecordingContext.Nameless"/>: a trace that passes through, and no activity. Nobody can write to it, and
/// making it current allocates nothing. One for each pair of actor type and message type, for all its messages and threads.
/// <para>
/// Where nothing is current, a library's activity is the first of a trace, and its sampler may want to record it. This trace is not sampled, so the
/// activity is not recorded either. It shows that handlers of such messages need an activity: for some seconds each has an id and an activity of its
/// own, below which a library starts nothing.
/// </para>
/// </summary>
internal sealed class UnsampledMarker : PassThroughContext
{
    // In ticks. Activities below a message's own are not seen here. So the next message after that has none, and shows whether they are still begun.
    private static readonly long Lasting = 10 * Stopwatch.Frequency;

    private long _neededUntil;

    static UnsampledMarker() => Activity.CurrentChanged += Changed;

    public UnsampledMarker()
        : base(NonRecordingContext.Nameless) => Begin(HandlerContext.Empty);

    /// <summary>Whether a handler of such messages, or its work, began an activity in the last ten seconds. Read for every message.</summary>
    /// <param name="ids">The setting: it may want none.</param>
    /// <param name="now">The coarse time.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool NeedsOwnActivity(AkkaUnsampledTraceIds ids, long now) => now < Volatile.Read(ref _neededUntil) && ids != AkkaUnsampledTraceIds.Never;

    // Called for each start and end of an activity, and each assignment, on its thread, before listeners see the start. Spans of messages begin where
    // nothing flows. An activity that names its parent has a trace, and its sampler has decided about that one.
    private static void Changed(object? sender, ActivityChangedEventArgs change)
    {
        if (change is { Previous: null, Current: { Parent: null, HasRemoteParent: false } started }
            && Current is UnsampledMarker marker
            && started.ParentSpanId == default
            && !ReferenceEquals(started.Source, AkkaTelemetry.Source))
        {
            if (started.Recorded)
            {
                started.ActivityTraceFlags &= ~ActivityTraceFlags.Recorded;
                started.IsAllDataRequested = false;
            }

            Volatile.Write(ref marker._neededUntil, Stopwatch.GetTimestamp() + Lasting);
        }
    }
}
