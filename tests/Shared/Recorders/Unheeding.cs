namespace AkkaInstrumentation.Tests;

/// <summary>
/// Listeners that want everything of ours and keep nothing of it: for tests of what listening costs, or of what is current in handlers.
/// </summary>
public static class Unheeding
{
    /// <summary>On every instrument; it pulls nothing by itself.</summary>
    public static MeterListener Metrics()
    {
        var metrics = new MeterListener
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter.Name == AkkaTelemetry.MeterName)
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            },
        };
        metrics.SetMeasurementEventCallback<double>((_, _, _, _) => { });
        metrics.Start();
        return metrics;
    }

    /// <summary>On our source and others, always with this answer.</summary>
    public static ActivityListener Spans(ActivitySamplingResult answer, params string[] others)
    {
        var spans = new ActivityListener
        {
            ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName || others.Contains(source.Name),
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => answer,
        };
        ActivitySource.AddActivityListener(spans);
        return spans;
    }
}
