using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace AkkaInstrumentation.Tests;

/// <summary>Keeps what a test reads of each metric point; the SDK reuses points. One export at a time.</summary>
/// <param name="wants">The metric that is read.</param>
/// <param name="system">Name of the actor system.</param>
/// <param name="read">Reads a point.</param>
internal sealed class CopyExporter<T>(string wants, string system, Func<Metric, MetricPoint, T> read) : BaseExporter<Metric>
{
    private readonly List<T> _all = [];

    /// <summary>Of all exports, in order.</summary>
    public IReadOnlyList<T> All
    {
        get
        {
            lock (_all)
            {
                return [.. _all];
            }
        }
    }

    public override ExportResult Export(in Batch<Metric> batch)
    {
        foreach (var metric in batch)
        {
            if (metric.Name != wants)
            {
                continue;
            }

            foreach (ref readonly var point in metric.GetMetricPoints())
            {
                if (IsOfSystem(point))
                {
                    lock (_all)
                    {
                        _all.Add(read(metric, point));
                    }
                }
            }
        }

        return ExportResult.Success;
    }

    private bool IsOfSystem(in MetricPoint point)
    {
        foreach (var tag in point.Tags)
        {
            if (tag.Key == "akka.system.name")
            {
                return Equals(tag.Value, system);
            }
        }

        return false;
    }
}
