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

    /// <summary>A tracer provider that samples everything; the exporter throws the spans away.</summary>
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
                .AddProcessor(new BatchActivityExportProcessor(new NoExporter<Activity>()))
                .Build();
        }

        if (listening is Listening.Metrics or Listening.Both)
        {
            _meter = Sdk.CreateMeterProviderBuilder()
                .AddAkkaInstrumentation()
                .AddMeter(FloorName)
                .AddReader(new BaseExportingMetricReader(new NoExporter<Metric>()))
                .Build();
        }
    }

    public void Collect() => _meter?.ForceFlush();

    public void Dispose()
    {
        _tracer?.Dispose();
        _meter?.Dispose();
    }

    private sealed class NoExporter<T> : BaseExporter<T>
        where T : class
    {
        public override ExportResult Export(in Batch<T> batch) => ExportResult.Success;
    }
}
