using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace WebApi.LivePage.Metrics;

/// <summary>
/// Turns each second's metrics into a <see cref="Frame"/> and keeps those of the last minute. It takes them cumulative,
/// the default, and subtracts: asked for deltas while there is a second reader, the SDK was seen to count an observable
/// counter twice when a forced flush met a periodic collection.
/// </summary>
internal sealed class MetricExporter : BaseExporter<Metric>
{
    private const int Kept = 60;

    private readonly Lock _lock = new();
    private readonly Queue<Frame> _frames = new();
    private Frame _sinceStart = new(DateTime.UtcNow);

    public override ExportResult Export(in Batch<Metric> batch)
    {
        var sinceStart = new Frame(DateTime.UtcNow);
        foreach (var metric in batch)
        {
            FrameReader.Read(metric, sinceStart);
        }

        lock (_lock)
        {
            _frames.Enqueue(sinceStart.Since(_sinceStart));
            _sinceStart = sinceStart;
            if (_frames.Count > Kept)
            {
                _frames.Dequeue();
            }
        }

        return ExportResult.Success;
    }

    public MetricsView View()
    {
        lock (_lock)
        {
            return MetricsView.Of([.. _frames], _sinceStart);
        }
    }
}
