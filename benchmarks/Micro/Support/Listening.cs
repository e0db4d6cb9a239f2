using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Who listens while a stage is measured.</summary>
public enum Listening
{
    /// <summary>Nobody.</summary>
    Nobody,

    /// <summary>A meter provider, without a timer.</summary>
    Metrics,

    /// <summary>A tracer provider that samples nothing.</summary>
    Dropped,

    /// <summary>A tracer provider that samples everything; nobody exports, so that no other thread's work is measured.</summary>
    Spans,

    /// <summary>Both of the last kind.</summary>
    Both,
}

/// <summary>The OpenTelemetry SDK for a benchmark. BenchmarkDotNet gives every case a process of its own.</summary>
internal sealed class Listener : IDisposable
{
    public const string FloorName = "Benchmarks.Floor";

    private readonly TracerProvider? _tracer;
    private readonly MeterProvider? _meter;

    public Listener(Listening listening)
    {
        if (listening is Listening.Dropped or Listening.Spans or Listening.Both)
        {
            _tracer = Sdk.CreateTracerProviderBuilder()
                .SetSampler(listening == Listening.Dropped ? new AlwaysOffSampler() : new ParentBasedSampler(new AlwaysOnSampler()))
                .AddAkkaInstrumentation()
                .AddSource(FloorName)
                .AddProcessor(new Forgetting())
                .Build();
        }

        if (listening is Listening.Metrics or Listening.Both)
        {
            _meter = Sdk.CreateMeterProviderBuilder()
                .AddAkkaInstrumentation()
                .AddMeter(FloorName)
                .AddReader(new BaseExportingMetricReader(new NoExporter()))
                .Build();
        }
    }

    public void Collect() => _meter?.ForceFlush();

    public void Dispose()
    {
        _tracer?.Dispose();
        _meter?.Dispose();
    }

    private sealed class Forgetting : BaseProcessor<Activity>;

    private sealed class NoExporter : BaseExporter<Metric>
    {
        public override ExportResult Export(in Batch<Metric> batch) => ExportResult.Success;
    }
}
