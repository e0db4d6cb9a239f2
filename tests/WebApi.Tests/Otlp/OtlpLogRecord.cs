namespace AkkaInstrumentation.Tests;

/// <summary>A log record as it arrived over OTLP. Field numbers are those of <c>opentelemetry/proto/logs/v1/logs.proto</c>.</summary>
public sealed record OtlpLogRecord(string TraceId, string SpanId, uint Flags, int Severity,
    string Text, IReadOnlyDictionary<string, object> Attributes)
{
    public static OtlpLogRecord Read(WireMessage record) => new(
        record.Hex(9),
        record.Hex(10),
        (uint)record.Number(8),
        (int)record.Number(2),
        record.Message(5)?.Text(1) ?? "",
        OtlpAttributes.Read(record.Messages(6)));
}
