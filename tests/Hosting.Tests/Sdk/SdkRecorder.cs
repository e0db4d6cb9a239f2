using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Tests;

/// <summary>The far end of an OpenTelemetry SDK: an exporter and a metric reader that keep what they get.</summary>
public sealed class SdkRecorder : IDisposable
{
    private readonly SpanExporter _spanExporter = new();
    private readonly PointExporter _pointExporter;
    private readonly BaseExportingMetricReader _reader;

    /// <param name="temporality">Whether a sum is since the start or since the reader's last time.</param>
    /// <param name="wants">The metric and the actor system whose points are in <see cref="All"/>; no others are read then.</param>
    /// <param name="interval">Milliseconds after which the reader collects by itself; null for never.</param>
    public SdkRecorder(
        MetricReaderTemporalityPreference temporality = MetricReaderTemporalityPreference.Cumulative,
        (string Metric, string System)? wants = null,
        int? interval = null)
    {
        _pointExporter = new PointExporter(wants);
        _reader = interval is { } time ? new PeriodicExportingMetricReader(_pointExporter, time) : new BaseExportingMetricReader(_pointExporter);
        _reader.TemporalityPreference = temporality;
    }

    /// <summary>Exported spans in the order of their ends.</summary>
    public IReadOnlyList<Activity> Spans => [.. _spanExporter.Exported];

    public IReadOnlyList<Activity> SpansOf(ActivityTraceId trace) => [.. _spanExporter.Exported.Where(span => span.TraceId == trace)];

    /// <summary>Joins the providers that a host builds.</summary>
    public void Join(IServiceCollection services)
    {
        services.ConfigureOpenTelemetryTracerProvider(Join);
        services.ConfigureOpenTelemetryMeterProvider(metrics => Join(metrics));
    }

    public void Join(TracerProviderBuilder tracing) => tracing.AddProcessor(new SimpleActivityExportProcessor(_spanExporter));

    public MeterProviderBuilder Join(MeterProviderBuilder metrics) => metrics.AddReader(_reader);

    /// <summary>All metric points as they are now, sums since the start.</summary>
    public IReadOnlyList<SdkPoint> Collect()
    {
        _reader.Collect();
        return _pointExporter.Exported;
    }

    /// <summary>The metric points that were exported last, by whoever had them collected.</summary>
    public IReadOnlyList<SdkPoint> LastExport => _pointExporter.Exported;

    /// <summary>The wanted points of all exports, in order.</summary>
    public IReadOnlyList<SdkPoint> All => [.. _pointExporter.All];

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

    private sealed class PointExporter((string Metric, string System)? wants) : BaseExporter<Metric>
    {
        public ConcurrentQueue<SdkPoint> All { get; } = new();

        public IReadOnlyList<SdkPoint> Exported { get; private set; } = [];

        public override ExportResult Export(in Batch<Metric> batch)
        {
            var points = new List<SdkPoint>();
            foreach (var metric in batch)
            {
                if (wants is { } wanted && metric.Name != wanted.Metric)
                {
                    continue;
                }

                foreach (ref readonly var point in metric.GetMetricPoints())
                {
                    points.Add(SdkPoint.Of(metric, point));
                }
            }

            Exported = points;
            foreach (var point in points.Where(point => wants is { } wanted && point.Has("akka.actor_system.name", wanted.System)))
            {
                All.Enqueue(point);
            }

            return ExportResult.Success;
        }
    }
}
