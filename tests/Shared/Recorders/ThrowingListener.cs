namespace AkkaInstrumentation.Tests;

/// <summary>
/// Throws at each value of an instrument, or wherever a listener to spans is called: for one actor system, so that tests may run side by side.
/// Everything else of the system is listened to as well.
/// </summary>
public sealed class ThrowingListener : IDisposable
{
    public const string Sampler = "the sampler";
    public const string Start = "the start of a span";
    public const string End = "the end of a span";

    /// <summary>Every instrument, those that are collected too, and the end of every span.</summary>
    public const string Everything = "everything";

    private readonly string _system;
    private readonly string _at;
    private readonly MeterListener _metrics = new();
    private readonly ActivityListener _spans;
    private int _thrown;

    /// <param name="system">The actor system's name.</param>
    /// <param name="at">The name of an instrument, or one of the names here.</param>
    public ThrowingListener(string system, string at)
    {
        (_system, _at) = (system, at);
        _metrics.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == AkkaTelemetry.MeterName)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _metrics.SetMeasurementEventCallback<double>((instrument, _, tags, _) => Meet(instrument.Name, tags));
        _metrics.SetMeasurementEventCallback<long>((instrument, _, tags, _) => Meet(instrument.Name, tags));
        _metrics.SetMeasurementEventCallback<int>((instrument, _, tags, _) => Meet(instrument.Name, tags));
        _metrics.Start();
        _spans = Listening.Spans(
            (ref options) =>
            {
                Meet(Sampler, [.. options.Tags ?? []]);
                return options.Tags?.Contains(OfSystem) == true ? ActivitySamplingResult.AllDataAndRecorded : ActivitySamplingResult.None;
            },
            span => Meet(Start, [.. span.TagObjects]),
            span => Meet(End, [.. span.TagObjects]));
    }

    /// <summary>How often it has thrown.</summary>
    public int Thrown => Volatile.Read(ref _thrown);

    private KeyValuePair<string, object?> OfSystem => new(AkkaSpanAttributes.ActorSystemName, _system);

    /// <summary>The names of all instruments that are recorded into while messages are handled, so far.</summary>
    public static IEnumerable<string> Pushed()
    {
        using var metrics = new MetricRecorder((string?)null);
        return [.. metrics.Instruments.Values.Where(instrument => !instrument.IsObservable).Select(instrument => instrument.Name)
            .Order(StringComparer.Ordinal)];
    }

    /// <summary>Collects the other instruments, as an exporter does all the time.</summary>
    public void Collect()
    {
        try
        {
            _metrics.RecordObservableInstruments();
        }
        catch (AggregateException)
        {
            // .NET gives the collector what its own callbacks throw
        }
    }

    public void Dispose()
    {
        _metrics.Dispose();
        _spans.Dispose();
    }

    private void Meet(string where, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        if ((where == _at || (_at == Everything && where is not (Sampler or Start))) && tags.Contains(OfSystem))
        {
            Interlocked.Increment(ref _thrown);
            throw new InvalidOperationException("on purpose");
        }
    }
}
