namespace AkkaInstrumentation.Tests;

/// <summary>
/// A metric's data point as it arrived over OTLP: the value of a sum, or the count of a histogram. Field
/// numbers are those of <c>opentelemetry/proto/metrics/v1/metrics.proto</c>.
/// </summary>
public sealed record OtlpPoint(
    string Metric,
    string Unit,
    OtlpKind Kind,
    IReadOnlyDictionary<string, object> Attributes,
    long Value)
{
    public static IEnumerable<OtlpPoint> Read(WireMessage metric)
    {
        if (metric.Message(7) is { } sum)
        {
            var kind = sum.Number(3) != 0 ? OtlpKind.Counter : OtlpKind.UpDownCounter;
            return sum.Messages(1).Select(point => new OtlpPoint(
                metric.Text(1), metric.Text(3), kind, OtlpAttributes.Read(point.Messages(7)), (long)point.Number(6)));
        }

        return metric.Message(9) is { } histogram
            ? histogram.Messages(1).Select(point => new OtlpPoint(
                metric.Text(1),
                metric.Text(3),
                OtlpKind.Histogram,
                OtlpAttributes.Read(point.Messages(9)),
                (long)point.Number(4)))
            : [];
    }

    public bool Has((string Key, object Value) attribute) => Equals(Attributes.GetValueOrDefault(attribute.Key), attribute.Value);
}

public enum OtlpKind
{
    Counter,
    UpDownCounter,
    Histogram,
}
