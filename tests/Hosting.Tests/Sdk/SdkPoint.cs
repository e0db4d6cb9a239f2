using OpenTelemetry.Metrics;

namespace AkkaInstrumentation.Tests;

/// <summary>A copy of a metric point, which the SDK reuses: a sum's value, or how many values a histogram was given.</summary>
public sealed record SdkPoint(string Metric, long Value, IReadOnlyDictionary<string, object?> Tags, IReadOnlyList<double> Bounds)
{
    /// <summary>Which spans the buckets lead to.</summary>
    public IReadOnlyList<(ActivityTraceId Trace, ActivitySpanId Span)> Exemplars { get; private init; } = [];

    public bool Has(string key, object? value) => Tags.TryGetValue(key, out var found) && Equals(found, value);

    public override string ToString() => $"{Metric} {Value} {{{string.Join(", ", Tags.Select(tag => $"{tag.Key}={tag.Value}"))}}}";

    internal static SdkPoint Of(Metric metric, in MetricPoint point)
    {
        var tags = new Dictionary<string, object?>();
        foreach (var tag in point.Tags)
        {
            tags.Add(tag.Key, tag.Value);
        }

        return metric.MetricType == MetricType.Histogram
            ? new(metric.Name, point.GetHistogramCount(), tags, BoundsOf(point)) { Exemplars = ExemplarsOf(point) }
            : new(metric.Name, ValueOf(metric, point), tags, []);
    }

    private static long ValueOf(Metric metric, in MetricPoint point) => metric.MetricType switch
    {
        MetricType.LongSum or MetricType.LongSumNonMonotonic => point.GetSumLong(),
        MetricType.DoubleGauge => (long)point.GetGaugeLastValueDouble(),
        MetricType.DoubleSum => (long)point.GetSumDouble(),
        _ => point.GetGaugeLastValueLong(),
    };

    private static List<(ActivityTraceId Trace, ActivitySpanId Span)> ExemplarsOf(in MetricPoint point)
    {
        var found = new List<(ActivityTraceId Trace, ActivitySpanId Span)>();
        if (point.TryGetExemplars(out var exemplars))
        {
            foreach (ref readonly var exemplar in exemplars)
            {
                found.Add((exemplar.TraceId, exemplar.SpanId));
            }
        }

        return found;
    }

    private static List<double> BoundsOf(in MetricPoint point)
    {
        var bounds = new List<double>();
        foreach (var bucket in point.GetHistogramBuckets())
        {
            bounds.Add(bucket.ExplicitBound);
        }

        // the last bucket is open
        return bounds[..^1];
    }
}
