using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// Publishes one activity source and the instruments of one meter, even if listeners of other code throw.
/// <para>
/// The platform registers a new source or instrument, and then calls each listener with it. A listener that throws ends the
/// constructor. The new object is then found by a look-up. It works for the listeners that were called before; the later ones
/// do not know it. So a failed object is published again, at the start of each actor system and every few
/// seconds, until no listener throws. A reader that had the first object sees one continuous series: from then on only the newest
/// instrument gives values.
/// </para>
/// </summary>
/// <param name="name">Name of the source and of the meter.</param>
/// <param name="version">Their version.</param>
/// <param name="schemaUrl">The schema of the names in the emitted telemetry.</param>
[SuppressMessage("Design", "CA1001", Justification = "Lives as long as the process; the timer only while something has failed.")]
internal sealed class Publication(string name, string version, string? schemaUrl = null)
{
    /// <summary>The name of an instrument that only tests whether listeners throw. It gives no values and is removed at once.</summary>
    internal const string ProbeName = "akka.instrumentation.probe";

    // A failed try leaves an instrument behind. So the tries are limited if a listener always throws at one name.
    private const int MostTries = 100;

    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);

    // The failed publications. Each one returns whether it is done. Listeners are never called under the lock.
    private readonly List<Func<bool>> _sources = [];
    private readonly List<Func<bool>> _instruments = [];
    private Timer? _timer;
    private int _trying;

    public Meter Meter { get; } = NewMeter(name, version, schemaUrl);

    /// <summary>Whether a failed publication will be repeated.</summary>
    internal bool IsIncomplete
    {
        get
        {
            lock (_sources)
            {
                return _sources.Count + _instruments.Count > 0;
            }
        }
    }

    /// <summary>Makes the source. Does not throw because of a listener.</summary>
    /// <param name="use">Gets the source, and later perhaps another one that replaces it.</param>
    public void Source(Action<ActivitySource> use)
    {
        try
        {
            use(NewSource());
        }
        catch (Exception e) when (Registered.LatestSource(name, version) is { } left)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
            use(left);
            Later(_sources, () => ReplacesSource(left, use));
        }
    }

    /// <summary>Makes an instrument. Does not throw because of a listener.</summary>
    /// <param name="instrument">Its name.</param>
    /// <param name="make">Makes it.</param>
    /// <param name="use">Gets the instrument, and later perhaps another one that replaces it.</param>
    public void Instrument<T>(string instrument, Func<Meter, T> make, Action<T> use)
        where T : Instrument
    {
        var tries = 1;
        if (!Makes(instrument, make, use))
        {
            Later(_instruments, () => Makes(instrument, make, use) || ++tries >= MostTries);
        }
    }

    /// <summary>The same for an observable instrument.</summary>
    /// <param name="instrument">Its name.</param>
    /// <param name="observe">Returns its values. An instrument that was replaced by a newer one has none.</param>
    /// <param name="make">Makes an instrument with these values.</param>
    /// <param name="use">Gets the instrument, and later perhaps another one that replaces it.</param>
    public void Observable<T>(
        string instrument,
        Func<IEnumerable<Measurement<T>>> observe,
        Func<Meter, Func<IEnumerable<Measurement<T>>>, Instrument> make,
        Action<Instrument>? use = null)
        where T : struct
    {
        var newest = 0;
        Instrument(
            instrument,
            meter =>
            {
                var number = ++newest;
                return make(meter, () => number == newest ? observe() : []);
            },
            use ?? (_ => { }));
    }

    /// <summary>Repeats failed publications. Any thread. Returns at once when nothing has failed, or when another thread is repeating them.</summary>
    public void TryAgain()
    {
        if (!IsIncomplete || Interlocked.Exchange(ref _trying, 1) != 0)
        {
            return;
        }

        try
        {
            Retry(_sources);
            if (!ProbeThrows())
            {
                Retry(_instruments);
            }
        }
        finally
        {
            Volatile.Write(ref _trying, 0);
        }
    }

    private ActivitySource NewSource() => new(new ActivitySourceOptions(name) { Version = version, TelemetrySchemaUrl = schemaUrl });

    private static Meter NewMeter(string name, string version, string? schemaUrl) =>
        new(new MeterOptions(name) { Version = version, TelemetrySchemaUrl = schemaUrl });

    private void Retry(List<Func<bool>> failed)
    {
        Func<bool>[] all;
        lock (_sources)
        {
            all = [.. failed];
        }

        var done = Array.FindAll(all, again => again());
        lock (_sources)
        {
            failed.RemoveAll(done.Contains);
            if (_sources.Count + _instruments.Count == 0)
            {
                _timer?.Dispose();
                _timer = null;
            }
        }
    }

    // Spans that the replaced source has started also end through it. So it is not disposed.
    private bool ReplacesSource(ActivitySource current, Action<ActivitySource> use)
    {
        try
        {
            use(NewSource());
            return true;
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
            if (Registered.LatestSource(name, version) is { } left && left != current)
            {
                left.Dispose();
            }

            return false;
        }
    }

    private bool Makes<T>(string instrument, Func<Meter, T> make, Action<T> use)
        where T : Instrument
    {
        try
        {
            use(make(Meter));
            return true;
        }
        catch (Exception e) when (Registered.LatestInstrument(Meter, instrument) is T left)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
            use(left);
            return false;
        }
    }

    private bool ProbeThrows()
    {
        var meter = NewMeter(name, version, schemaUrl);
        var isPublished = Quietly(() => meter.CreateCounter<long>(ProbeName));

        // Listeners are called here too. An exception here says nothing about the published instruments.
        Quietly(meter.Dispose);
        return !isPublished;
    }

    private void Later(List<Func<bool>> failed, Func<bool> again)
    {
        lock (_sources)
        {
            failed.Add(again);
            if (_timer is null)
            {
                using var flow = ExecutionFlow.Suppress();
                _timer = new Timer(static self => Quietly(((Publication)self!).TryAgain), this, Period, Period);
            }
        }
    }

    private static bool Quietly(Action action)
    {
        try
        {
            action();
            return true;
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return false;
        }
    }
}
