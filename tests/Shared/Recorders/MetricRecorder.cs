namespace AkkaInstrumentation.Tests;

/// <summary>
/// Listens to the instrumentation's meter and keeps the measurements of one actor system, which every measurement names. Listening is global: a test
/// about nobody listening runs alone.
/// </summary>
public sealed class MetricRecorder : IDisposable
{
    private readonly string? _system;
    private readonly MeterListener _listener = new();
    private readonly ConcurrentQueue<Measured> _recorded = new();
    private readonly ConcurrentDictionary<string, Instrument> _instruments = new();
    private readonly object _polling = new();
    private List<Measured>? _poll;

    /// <param name="system">The actor system's name; null keeps everything, also what belongs to no system.</param>
    /// <param name="wants">Which instruments are listened to, by name; null means all.</param>
    public MetricRecorder(string? system, Func<string, bool>? wants = null)
    {
        _system = system;
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == AkkaTelemetry.MeterName && wants?.Invoke(instrument.Name) != false)
            {
                _instruments[instrument.Name] = instrument;
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Record(instrument, value, tags));
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Record(instrument, value, tags));
        _listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) => Record(instrument, value, tags));
        _listener.Start();
    }

    public MetricRecorder(TestSystem system)
        : this(system.Name)
    {
    }

    /// <summary>Called on the recording thread for each value pushed by this system.</summary>
    public Action<Measured>? OnRecorded { get; set; }

    /// <summary>False: what is pushed is only given to <see cref="OnRecorded"/>, which a long load needs.</summary>
    public bool KeepRecorded { get; set; } = true;

    /// <summary>The instruments listened to, by name.</summary>
    public IReadOnlyDictionary<string, Instrument> Instruments => _instruments;

    /// <summary>Everything pushed so far (histograms), in order. What threads have taken and not recorded is recorded now.</summary>
    public IReadOnlyList<Measured> Recorded
    {
        get
        {
            // Another test's listener may block for more than a second.
            if (!SpinWait.SpinUntil(PendingMeasurements.Record, TimeSpan.FromSeconds(20)))
            {
                throw new TimeoutException("A listener blocks, so that nothing is recorded.");
            }

            return [.. _recorded];
        }
    }

    /// <summary>The values that a histogram was given.</summary>
    public IReadOnlyList<double> Values(string instrument, params (string Key, object? Value)[] tags) =>
        [.. Of(instrument, tags).Select(measured => measured.Value)];

    /// <summary>What a histogram was given, with tags.</summary>
    public IReadOnlyList<Measured> Of(string instrument, params (string Key, object? Value)[] tags) =>
        [.. Recorded.Where(measured => measured.Name == instrument && measured.Has(tags))];

    /// <summary>Asks the observable instruments now and returns the sum of what matches; null when nothing does.</summary>
    public long? Sum(string instrument, params (string Key, object? Value)[] tags)
    {
        var found = Poll().Where(measured => measured.Name == instrument && measured.Has(tags)).ToList();
        return found.Count == 0 ? null : (long)found.Sum(measured => measured.Value);
    }

    /// <summary>Asks the observable instruments now.</summary>
    public IReadOnlyList<Measured> Poll()
    {
        lock (_polling)
        {
            _poll = [];
            try
            {
                _listener.RecordObservableInstruments();
                return _poll;
            }
            finally
            {
                _poll = null;
            }
        }
    }

    public string Dump() => string.Join('\n', Recorded.Concat(Poll()));

    public void Dispose() => _listener.Dispose();

    private void Record<T>(Instrument instrument, T value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
        where T : struct, IConvertible
    {
        var measured = new Measured(instrument, value.ToDouble(null), tags.ToArray());
        if (_system is not null && !Equals(measured.Tag(AkkaSpanAttributes.ActorSystemName), _system))
        {
            return;
        }

        if (instrument.IsObservable)
        {
            // on the polling thread, inside Poll
            _poll?.Add(measured);
        }
        else
        {
            if (KeepRecorded)
            {
                _recorded.Enqueue(measured);
            }

            OnRecorded?.Invoke(measured);
        }
    }
}
