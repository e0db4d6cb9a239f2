using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation.Tests;

/// <summary>A listener to one source and one counter, and how often it was asked about them.</summary>
internal sealed class Heard : IDisposable
{
    private readonly ActivityListener _spans;
    private readonly MeterListener _metrics;
    private long _pulled;

    public Heard(string name, string counter)
    {
        _spans = new ActivityListener
        {
            ShouldListenTo = source =>
            {
                Sources += source.Name == name ? 1 : 0;
                return source.Name == name;
            },
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = span => Spans.Add(span.OperationName),
        };
        ActivitySource.AddActivityListener(_spans);
        _metrics = new MeterListener
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter.Name == name && instrument.Name == counter)
                {
                    Instruments++;
                    listener.EnableMeasurementEvents(instrument);
                }
            },
        };
        _metrics.SetMeasurementEventCallback<long>((_, value, _, _) => _pulled += value);
        _metrics.Start();
    }

    public int Sources { get; private set; }

    public int Instruments { get; private set; }

    public List<string> Spans { get; } = [];

    public long Pull()
    {
        _pulled = 0;
        _metrics.RecordObservableInstruments();
        return _pulled;
    }

    public void Dispose()
    {
        _spans.Dispose();
        _metrics.Dispose();
    }
}
