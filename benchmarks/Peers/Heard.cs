using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The OpenTelemetry SDK of one turn, up to ends that only count. It is made anew for each turn.</summary>
internal sealed class Heard : IDisposable
{
    private readonly SpanEnd _spans = new();
    private readonly MetricEnd _points;
    private readonly TracerProvider? _tracer;
    private readonly MeterProvider? _meter;

    public Heard(Framework framework, PeerState state)
    {
        _points = new MetricEnd(framework.MessageInstrument);
        if (state.HasSpans)
        {
            var spans = Sdk.CreateTracerProviderBuilder().SetSampler(framework.Sampler(state.Share)).AddProcessor(_spans);
            framework.Listen(spans);
            _tracer = spans.Build();
        }

        if (state.HasMetrics)
        {
            // No thread of its own: a turn ends with its collection.
            var metrics = Sdk.CreateMeterProviderBuilder()
                .AddReader(new BaseExportingMetricReader(_points) { TemporalityPreference = MetricReaderTemporalityPreference.Delta });
            framework.Listen(metrics);
            _meter = metrics.Build();
        }
    }

    public long Spans => _spans.Count;

    public long Points => _points.Count;

    /// <summary>What the framework's own instrument has counted.</summary>
    public long Messages => _points.Messages;

    public void Collect() => _meter?.ForceFlush();

    /// <summary>Collects what was before, and counts from zero.</summary>
    public void Reset()
    {
        Collect();
        _spans.Count = 0;
        _points.Count = 0;
        _points.Messages = 0;
    }

    public void Dispose()
    {
        _tracer?.Dispose();
        _meter?.Dispose();
    }

    private sealed class SpanEnd : BaseProcessor<Activity>
    {
        private long _count;

        public long Count
        {
            get => Volatile.Read(ref _count);
            set => Volatile.Write(ref _count, value);
        }

        public override void OnEnd(Activity data)
        {
            if (data.Recorded)
            {
                Interlocked.Increment(ref _count);
            }
        }
    }

    private sealed class MetricEnd(string instrument) : BaseExporter<Metric>
    {
        public long Count { get; set; }

        public long Messages { get; set; }

        // One collection at a time, on the thread that asks for it.
        public override ExportResult Export(in Batch<Metric> batch)
        {
            foreach (var metric in batch)
            {
                foreach (ref readonly var point in metric.GetMetricPoints())
                {
                    Count++;
                    if (metric.Name == instrument)
                    {
                        Messages += metric.MetricType.IsHistogram() ? point.GetHistogramCount() : point.GetSumLong();
                    }
                }
            }

            return ExportResult.Success;
        }
    }
}
