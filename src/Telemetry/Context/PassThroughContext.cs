using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The trace of a message whose handler has neither a span nor an activity: a rule or filter has removed the span, or the message is not sampled. It
/// flows with the execution context, as an activity does: through awaits, <c>PipeTo</c> and work that the handler starts. So the handler's messages
/// belong to the trace. Code that sets <see cref="Activity.Current"/> to null leaves the trace.
/// </summary>
internal sealed class PassThroughContext
{
    private static readonly AsyncLocal<PassThroughContext?> Slot = new();

    // Without tracing nothing ever flows. A sender then reads only this field.
    private static bool s_isUsed;
    private static PassThroughContext? s_nothing;

    private PassThroughContext(MessageOrigin origin) => Origin = origin;

    /// <summary>The trace that passes through the current handler, or through the handler that started this code.</summary>
    public static PassThroughContext? Current => s_isUsed ? Slot.Value : null;

    /// <summary>The origin of the message that the trace passes through.</summary>
    public MessageOrigin Origin { get; }

    /// <summary>
    /// The sender's span. It is current in the handler, so that spans of libraries there have a parent that is exported. It may have ended. Null if
    /// the sender did not know that its message would pass through.
    /// </summary>
    public Activity? Span { get; private set; }

    /// <summary>Records whether the handler needs an activity; null if the trace is sampled. The last handler that entered this context sets
    /// it.</summary>
    public ActivityNeed? Need { get; set; }

    /// <summary>An execution context that holds only this.</summary>
    public ExecutionContext? Context { get; private set; }

    /// <summary>No trace. It shows senders that the context is not empty, so that they query the observer of their actor.</summary>
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

    /// <summary>The context that flows through the handlers of an unsampled trace that have no activity.</summary>
    public static PassThroughContext Unsampled(NonRecordingContext trace, ActivityNeed? need = null)
    {
        var made = new PassThroughContext(trace) { Need = need };
        made.Begin(HandlerContext.Empty);
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
    public MessageOrigin? Trace =>
        UnsampledMessage.IsUsed && UnsampledMessage.OriginIn(this) is { } kept ? kept : Origin.Sent ?? (MessageOrigin?)Origin.NonRecording;

    /// <summary>The baggage that passes through with the trace.</summary>
    public CarriedBaggage? Baggage => Origin.Baggage;

    // Creates the execution context: this value and those that flow already.
    private void Begin(ExecutionContext flowing) => ExecutionContext.Run(flowing, static made => ((PassThroughContext)made!).BeginCore(), this);

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
