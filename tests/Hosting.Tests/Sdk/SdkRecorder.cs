using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Tests;

/// <summary>The far end of an OpenTelemetry SDK: an exporter and a metric reader that keep what they get.</summary>
public sealed class SdkRecorder : IDisposable
{
    private readonly SpanExporter _spanExporter = new();
    private readonly PointExporter _pointExporter = new();
    private readonly BaseExportingMetricReader _reader;

    public SdkRecorder() => _reader = new BaseExportingMetricReader(_pointExporter);

    /// <summary>Exported spans in the order of their ends.</summary>
    public IReadOnlyList<Activity> Spans => [.. _spanExporter.Exported];

    public IReadOnlyList<Activity> SpansOf(ActivityTraceId trace) => [.. _spanExporter.Exported.Where(span => span.TraceId == trace)];

    /// <summary>Joins the providers that a host builds.</summary>
    public void Join(IServiceCollection services)
    {
        services.ConfigureOpenTelemetryTracerProvider(Join);
        services.ConfigureOpenTelemetryMeterProvider(Join);
    }

    public void Join(TracerProviderBuilder tracing) => tracing.AddProcessor(new SimpleActivityExportProcessor(_spanExporter));

    public void Join(MeterProviderBuilder metrics) => metrics.AddReader(_reader);

    /// <summary>All metric points as they are now, sums since the start.</summary>
    public IReadOnlyList<SdkPoint> Collect()
    {
        _reader.Collect();
        return _pointExporter.Exported;
    }

    /// <summary>The metric points that were exported last, by whoever had them collected.</summary>
    public IReadOnlyList<SdkPoint> LastExport => _pointExporter.Exported;

    public void Dispose() => _reader.Dispose();

    private sealed class SpanExporter : BaseExporter<Activity>
    {
        public ConcurrentQueue<Activity> Exported { get; } = new();

        public override ExportResult Export(in Batch<Activity> batch)
        {
            foreach (var span in batch)
            {
                Exported.Enqueue(span);
            }

            return ExportResult.Success;
        }
    }

    private sealed class PointExporter : BaseExporter<Metric>
    {
        public IReadOnlyList<SdkPoint> Exported { get; private set; } = [];

        public override ExportResult Export(in Batch<Metric> batch)
        {
            var points = new List<SdkPoint>();
            foreach (var metric in batch)
            {
                foreach (ref readonly var point in metric.GetMetricPoints())
                {
                    points.Add(SdkPoint.Of(metric, point));
                }
            }

            Exported = points;
            return ExportResult.Success;
        }
    }
}
