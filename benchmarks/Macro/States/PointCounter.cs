using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The far end of the metric pipeline. Sums are since the start of the process (cumulative temporality).</summary>
internal sealed class PointCounter : BaseExporter<Metric>
{
    private long _exported;
    private long _recorded;

    /// <summary>Points that arrived, over all collections.</summary>
    public long Exported => Volatile.Read(ref _exported);

    /// <summary>Values that histograms were given, as of the last collection.</summary>
    public long Recorded => Volatile.Read(ref _recorded);

    // one collection at a time
    public override ExportResult Export(in Batch<Metric> batch)
    {
        var recorded = 0L;
        var points = 0L;
        foreach (var metric in batch)
        {
            foreach (ref readonly var point in metric.GetMetricPoints())
            {
                points++;
                recorded += metric.MetricType == MetricType.Histogram ? point.GetHistogramCount() : 0;
            }
        }

        Volatile.Write(ref _exported, _exported + points);
        Volatile.Write(ref _recorded, recorded);
        return ExportResult.Success;
    }
}
