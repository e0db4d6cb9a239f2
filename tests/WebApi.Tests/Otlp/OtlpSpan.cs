namespace AkkaInstrumentation.Tests;

/// <summary>A span as it arrived over OTLP. Field numbers are those of <c>opentelemetry/proto/trace/v1/trace.proto</c>.</summary>
public sealed record OtlpSpan(
    string Scope,
    string SchemaUrl,
    string TraceId,
    string Id,
    string ParentId,
    string Name,
    SpanKind Kind,
    ulong Start,
    ulong End,
    IReadOnlyDictionary<string, object> Attributes,
    SpanStatus Status,
    string StatusMessage)
{
    public string? ActorType => Attributes.GetValueOrDefault("akka.actor.type") as string;

    public string? MessageType => Attributes.GetValueOrDefault("akka.message.type") as string;

    public static OtlpSpan Read(string scope, string schemaUrl, WireMessage span) => new(
        scope,
        schemaUrl,
        span.Hex(1),
        span.Hex(2),
        span.Hex(4),
        span.Text(5),
        (SpanKind)span.Number(6),
        span.Number(7),
        span.Number(8),
        OtlpAttributes.Read(span.Messages(9)),
        (SpanStatus)(span.Message(15)?.Number(3) ?? 0),
        span.Message(15)?.Text(2) ?? "");
}

public enum SpanKind
{
    Unspecified,
    Internal,
    Server,
    Client,
    Producer,
    Consumer,
}

public enum SpanStatus
{
    Unset,
    Ok,
    Error,
}
