namespace AkkaInstrumentation.Tests.Stress;

/// <summary>What a sender is in when it sends: no trace, one that nobody sampled, or a span.</summary>
internal readonly record struct Where(Where.Kind In, ActivityTraceId Trace, ActivitySpanId Span)
{
    public enum Kind
    {
        NoTrace,
        Unsampled,
        Span,
    }

    public static Where Here => Activity.Current is null && PassThroughContext.Current is { Trace: SenderContext passing }
        ? new(Kind.Span, passing.Context.TraceId, passing.Context.SpanId)
        : Of(Activity.Current);

    public static Where Of(Activity? current) => current switch
    {
        null => default,
        { OperationName: "akka.unsampled" } => new(Kind.Unsampled, current.TraceId, default),
        _ => new(Kind.Span, current.TraceId, current.SpanId),
    };
}
