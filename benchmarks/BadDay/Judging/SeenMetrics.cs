using System.Collections.Concurrent;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Exports into memory: the last value of each counter of the library.</summary>
internal sealed class SeenMetrics : BaseExporter<Metric>
{
    private readonly ConcurrentDictionary<string, long> _values = new();

    /// <summary>The sum of a metric's series that have all of these attributes' values.</summary>
    public long Sum(string metric, params string[] values) => _values
        .Where(series => series.Key.Split('|') is [var name, .. var tags] && name == metric && values.All(value => tags.Contains(value)))
        .Sum(series => series.Value);

    /// <summary>The values of one attribute of a metric that are above zero.</summary>
    public IReadOnlyDictionary<string, long> ByValue(string metric) => _values
        .Where(series => series.Key.StartsWith($"{metric}|", StringComparison.Ordinal) && series.Value > 0)
        .ToDictionary(series => series.Key[(metric.Length + 1)..], series => series.Value);

    public override ExportResult Export(in Batch<Metric> batch)
    {
        foreach (var metric in batch)
        {
            if (metric.MetricType == MetricType.LongSum)
            {
                foreach (ref readonly var point in metric.GetMetricPoints())
                {
                    var key = metric.Name;
                    foreach (var tag in point.Tags)
                    {
                        key += $"|{tag.Value}";
                    }

                    _values[key] = point.GetSumLong();
                }
            }
        }

        return ExportResult.Success;
    }
}
