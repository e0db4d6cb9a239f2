namespace AkkaInstrumentation.Tests;

/// <summary>The spans of one order, which begin with an HTTP request.</summary>
public sealed record OrderTrace(OtlpSpan Request, IReadOnlyList<OtlpSpan> Spans)
{
    public static IReadOnlyList<OrderTrace> AllOf(IReadOnlyList<OtlpSpan> spans) =>
    [
        .. spans.Where(span => span.Kind == SpanKind.Server)
            .Select(request => new OrderTrace(request, [.. spans.Where(span => span.TraceId == request.TraceId)])),
    ];

    public OtlpSpan The(string actorType, string messageType) =>
        Assert.Single(Spans, span => span.ActorType == actorType && span.MessageType == messageType);

    public override string ToString() => string.Join(", ", Spans.Select(span => $"{span.Name} {span.MessageType}"));
}
