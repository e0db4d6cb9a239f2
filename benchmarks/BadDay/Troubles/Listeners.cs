using System.Diagnostics;
using System.Diagnostics.Metrics;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Listeners and providers that come, throw and go.</summary>
internal static class Listeners
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(300);

    /// <summary>How many came and went.</summary>
    public static int Gone { get; private set; }

    public static async Task RunUntil(CancellationToken end)
    {
        for (var number = 0; await Wait.For(Pause, end); number++)
        {
            using IDisposable listener = (number % 4) switch { 0 => Activities(), 1 => Measurements(), 2 => Traces(), _ => Metrics() };
            await Wait.For(Pause, end);
            if (listener is MeterListener measurements)
            {
                Try(measurements.RecordObservableInstruments);
            }

            Gone++;
        }
    }

    private static ActivityListener Activities()
    {
        var calls = 0;
        var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) =>
            {
                ThrowSometimes(ref calls);
                return ActivitySamplingResult.AllData;
            },
            ActivityStarted = _ => ThrowSometimes(ref calls),
            ActivityStopped = _ => ThrowSometimes(ref calls),
        };
        ActivitySource.AddActivityListener(listener);
        return listener;
    }

    private static MeterListener Measurements()
    {
        var calls = 0;
        var listener = new MeterListener
        {
            InstrumentPublished = (instrument, mine) =>
            {
                if (instrument.Meter.Name == AkkaTelemetry.MeterName)
                {
                    mine.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<double>((_, _, _, _) => ThrowSometimes(ref calls));
        listener.SetMeasurementEventCallback<long>((_, _, _, _) => ThrowSometimes(ref calls));
        listener.Start();
        return listener;
    }

    private static TracerProvider Traces() => Sdk.CreateTracerProviderBuilder().AddAkkaInstrumentation().AddProcessor(new Throwing()).Build();

    private static MeterProvider Metrics() => Sdk.CreateMeterProviderBuilder().AddAkkaInstrumentation()
        .AddReader(new PeriodicExportingMetricReader(new ThrowingExporter(), exportIntervalMilliseconds: 100)).Build();

    private static void ThrowSometimes(ref int calls)
    {
        if (Interlocked.Increment(ref calls) % 3 == 0)
        {
            throw new Provoked("listener");
        }
    }

    private static void Try(Action action)
    {
        try
        {
            action();
        }
        catch (Exception)
        {
            // It threw itself.
        }
    }

    private sealed class Throwing : BaseProcessor<Activity>
    {
        private int _calls;

        public override void OnStart(Activity data) => ThrowSometimes(ref _calls);

        public override void OnEnd(Activity data) => ThrowSometimes(ref _calls);
    }

    private sealed class ThrowingExporter : BaseExporter<Metric>
    {
        public override ExportResult Export(in Batch<Metric> batch) => throw new Provoked("exporter");
    }
}
