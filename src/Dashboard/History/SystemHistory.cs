using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The history of an actor system for the last day: figures in steps of five seconds for five minutes, of a minute for somewhat more than an hour, so
/// that the last minutes have an hour before them, and of five minutes for a day; and the troubles. Its memory is bounded. It listens to the metrics
/// as long as it exists. <see cref="Sample"/> is called by one thread at a time.
/// </summary>
internal sealed class SystemHistory : IDisposable
{
    /// <summary>The longest steps.</summary>
    public static readonly TimeSpan Coarse = TimeSpan.FromMinutes(5);

    private readonly FigureListener _figures;
    private readonly LastMinute _minute;
    private readonly HistorySteps[] _steps;
    private readonly object _lock = new();

    private readonly Func<long, SystemHealth> _health;

    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="health">Reads its health; null for the thresholds that the health check has by default.</param>
    public SystemHistory(AkkaInstrumentationExtension system, Func<AkkaInstrumentationExtension, long, SystemHealth>? health = null)
    {
        System = system;
        _health = now => health is null ? HealthThresholds.ReadByDefault(system, now).Health : health(system, now);
        _figures = new FigureListener(system.Tags);
        _minute = new LastMinute(_figures.Totals);
        _steps =
        [
            new(TimeSpan.FromSeconds(5), _figures.Totals.At),
            new(TimeSpan.FromMinutes(1), _figures.Totals.At, kept: 66),
            new(Coarse, _figures.Totals.At, kept: 288),
        ];
    }

    public AkkaInstrumentationExtension System { get; }

    /// <summary>When it began, <see cref="Stopwatch"/> ticks.</summary>
    public long Since { get; } = Stopwatch.GetTimestamp();

    public ProcessFigures Process { get; } = new();

    /// <summary>The troubles with their begin and end. The samples update it.</summary>
    public FindingTracker Findings { get; } = new();

    /// <summary>Also gets the times of messages by their types, while a page is open; otherwise null.</summary>
    public MessageTimes? Times
    {
        set => _figures.Times = value;
    }

    /// <summary>Reads the figures. The next sample waits meanwhile.</summary>
    public T Read<T>(Func<LastMinute, T> read)
    {
        lock (_lock)
        {
            return read(_minute);
        }
    }

    /// <summary>Reads the history, the finest steps first. The next sample waits meanwhile.</summary>
    public T ReadSteps<T>(Func<IReadOnlyList<HistorySteps>, T> read)
    {
        lock (_lock)
        {
            return read(_steps);
        }
    }

    /// <summary>Whether a sample is due that ends a step. A later sample leaves a gap.</summary>
    public bool IsDue(long now) => ReadSteps(steps => steps[0].IsDue(now));

    /// <summary>Collects the metrics.</summary>
    /// <param name="held">Changes the collected figures before they are kept.</param>
    public void Sample(Action<FiguresSecond>? held = null)
    {
        // A collection visits all actors, so it runs outside the lock.
        var (totals, second) = _figures.Collect();
        held?.Invoke(second);
        Process.Look(totals.At);
        System.Insight.FlowHistory.Sample(totals.At);
        Findings.Look(System, _health(totals.At));
        lock (_lock)
        {
            _minute.Add(totals, second);
            foreach (var steps in _steps)
            {
                steps.Add(totals, second, Process.Use);
            }
        }
    }

    public void Dispose() => _figures.Dispose();
}
