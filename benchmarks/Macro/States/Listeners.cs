using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The OpenTelemetry SDK of a state, up to exporters that only count. Nothing at all where the state has no listener.</summary>
internal sealed class Listeners : IDisposable
{
    private const int CollectEvery = 1_000;

    private readonly SpanCounter _spans = new();
    private readonly PointCounter _points = new();
    private readonly TracerProvider? _tracer;
    private readonly MeterProvider? _meter;

    public Listeners(State state)
    {
        if (state.ByVariables)
        {
            Environment.SetEnvironmentVariable("OTEL_TRACES_SAMPLER", "parentbased_traceidratio");
            Environment.SetEnvironmentVariable("OTEL_TRACES_SAMPLER_ARG", "0.01");
        }

        // the batch processor as a user gets it: a queue of 2,048, batches of 512; what does not fit is dropped
        var tracing = Sdk.CreateTracerProviderBuilder();
        _tracer = state is { Sampler: null, ByVariables: false }
            ? null
            : (state.Sampler is { } sampler ? tracing.SetSampler(sampler) : tracing)
                .AddAkkaInstrumentation()
                .AddSource(HandWritten.Name)
                .AddSource(ClientCalls.SourceName)
                .AddProcessor(new BatchActivityExportProcessor(_spans))
                .Build();

        _meter = state.Metrics
            ? Sdk.CreateMeterProviderBuilder()
                .AddAkkaInstrumentation()
                .AddMeter(HandWritten.Name)
                .AddReader(new PeriodicExportingMetricReader(_points, CollectEvery))
                .Build()
            : null;
    }

    /// <summary>Collects the metrics now; zero where nobody does.</summary>
    public TimeSpan Collect()
    {
        if (_meter is null)
        {
            return TimeSpan.Zero;
        }

        var start = Stopwatch.GetTimestamp();
        _meter.ForceFlush();
        return Stopwatch.GetElapsedTime(start);
    }

    /// <summary>What has arrived since the start of the process.</summary>
    public (long Spans, long PointsRecorded, long PointsExported) Flush()
    {
        _tracer?.ForceFlush();
        _meter?.ForceFlush();
        return (_spans.Exported, _points.Recorded, _points.Exported);
    }

    public void Dispose()
    {
        _tracer?.Dispose();
        _meter?.Dispose();
    }
}
