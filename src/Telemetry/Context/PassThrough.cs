using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The trace of a message that a rule or filter has taken the span from. It flows with the execution context, as an activity would: through
/// awaits, <c>PipeTo</c> and what the handler starts. So what the handler sends belongs to the trace.
/// </summary>
internal sealed class PassThrough
{
    private static readonly AsyncLocal<PassThrough?> Slot = new();

    // most programs never need it, and then a sender reads this only
    private static bool s_isUsed;

    private PassThrough(object noted) => Noted = noted;

    /// <summary>Whether there may be one, on whichever thread.</summary>
    public static bool IsUsed => s_isUsed;

    /// <summary>What passes through the handler that this code runs in, or was started by.</summary>
    public static PassThrough? Current => s_isUsed ? Slot.Value : null;

    /// <summary>What <see cref="StampedEnvelope.Noted"/> says of the message.</summary>
    public object Noted { get; }

    /// <summary>
    /// The sender's span, which is current in the handler, so that what libraries record there has a parent that is exported. It may have ended. Null where
    /// the sender did not know that its message would pass through.
    /// </summary>
    public Activity? Span { get; private set; }

    /// <summary>An execution context with nothing but this.</summary>
    public ExecutionContext? Context { get; private set; }

    /// <summary>The trace and baggage that a message of this kind passes on.</summary>
    public static PassThrough Of(object noted)
    {
        var sent = CarriedBaggage.TraceOf(noted) switch
        {
            SentTrace trace => trace,
            StashStory { Trace: SentTrace trace } => trace,
            _ => null,
        };
        if (sent?.PassedOn is { } known && ReferenceEquals(known.Noted, noted))
        {
            return known;
        }

        var made = new PassThrough(noted);
        ExecutionContext.Run(sent?.SpanContext ?? HandlerContext.Empty, static made => ((PassThrough)made!).Begin(), made);
        if (sent is not null && ReferenceEquals(sent, noted))
        {
            sent.PassedOn = made;
        }

        return made;
    }

    public static void Assign(PassThrough? passing)
    {
        if (s_isUsed && !ReferenceEquals(Slot.Value, passing))
        {
            Slot.Value = passing;
        }
    }

    /// <summary>What <see cref="StampedEnvelope.Trace"/> gets of a message that is sent in it, null for no trace.</summary>
    public object? Trace => Noted switch
    {
        SentTrace => Noted,
        StashStory { Trace: SentTrace sent } => sent,
        CarriedBaggage carried => carried.Trace,
        _ => null,
    };

    /// <summary>The baggage that passes through with it.</summary>
    public CarriedBaggage? Baggage => CarriedBaggage.Of(Noted);

    private void Begin()
    {
        s_isUsed = true;
        Span = Activity.Current;
        Slot.Value = this;
        Context = ExecutionContext.Capture();
    }
}
