namespace AkkaInstrumentation.Tests;

/// <summary>Starts listeners that do what the test gives them and keep nothing.</summary>
public static class Listening
{
    /// <summary>To our spans, or to those of another source.</summary>
    /// <param name="sample">Its answers; without it, all is recorded.</param>
    /// <param name="started">Called on the thread that starts a span.</param>
    /// <param name="stopped">Called on the thread that stops it.</param>
    /// <param name="sources">The names of the sources; none means ours.</param>
    public static ActivityListener Spans(SampleActivity<ActivityContext>? sample = null, Action<Activity>? started = null,
        Action<Activity>? stopped = null, params string[] sources)
    {
        var listener = new ActivityListener
        {
            ShouldListenTo = source => sources.Length == 0 ? source.Name == AkkaTelemetry.SourceName : sources.Contains(source.Name),
            Sample = sample ?? ((ref _) => ActivitySamplingResult.AllDataAndRecorded),
            ActivityStarted = started,
            ActivityStopped = stopped,
        };
        ActivitySource.AddActivityListener(listener);
        return listener;
    }

    /// <summary>To each of our instruments; it pulls nothing by itself.</summary>
    /// <param name="recorded">Called with each value of a histogram.</param>
    public static MeterListener Metrics(MeasurementCallback<double> recorded)
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
        metrics.SetMeasurementEventCallback(recorded);
        metrics.Start();
        return metrics;
    }
}
