using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Keeps the history of an actor system, and observes more of it while a page is open. A page sends a request once a second. Each request prolongs
/// the observation; some seconds after the last one, a timer ends it and frees its listeners and its memory. Any thread.
/// </summary>
/// <param name="record">Begins the history.</param>
/// <param name="begin">Begins the observation.</param>
/// <param name="keepsHistory">Whether the history is recorded while no page is open. If not, it begins and ends with the observation.</param>
internal sealed class ObservationLease(Func<SystemHistory> record, Func<SystemHistory, Observation> begin, bool keepsHistory) : IDisposable
{
    /// <summary>How long the observation goes on after the last request.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private static readonly long PatienceTicks = Ticks.From(Patience);

    private readonly object _lock = new();
    private SystemHistory? _history;
    private Observation? _observation;
    private Timer? _timer;
    private long _asked;
    private int _sampling;
    private bool _isDisposed;

    /// <summary>Whether a page is open.</summary>
    public bool IsActive => Current is not null;

    /// <summary>The observation; null while no page is open.</summary>
    public Observation? Current => Volatile.Read(ref _observation);

    /// <summary>Whether the history is recorded while no page is open.</summary>
    public bool KeepsHistory => keepsHistory;

    /// <summary>The history; null before its start and after its end.</summary>
    public SystemHistory? Kept => Volatile.Read(ref _history);

    /// <summary>The application has started. Begins the history, if it is kept.</summary>
    public void Start()
    {
        if (keepsHistory)
        {
            lock (_lock)
            {
                if (!_isDisposed)
                {
                    BeginHistory();
                }
            }
        }
    }

    /// <summary>A page sends a request. Begins the observation if it is the first request.</summary>
    /// <exception cref="ObjectDisposedException">The application stops.</exception>
    public Observation Look()
    {
        Renew();
        return Current ?? Begin();
    }

    /// <summary>A request was answered. An answer may take long on a busy machine, and the page's pause begins at its end.</summary>
    public void Renew() => Volatile.Write(ref _asked, Stopwatch.GetTimestamp());

    public void Dispose()
    {
        lock (_lock)
        {
            _isDisposed = true;
            EndObservation();
            EndHistory();
        }
    }

    private Observation Begin()
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            return _observation ??= begin(BeginHistory());
        }
    }

    private SystemHistory BeginHistory()
    {
        if (_history is null)
        {
            // The timer and its callbacks must not keep the execution context of a request.
            using var flow = ExecutionFlow.Suppress();
            _history = record();
            _timer = new Timer(static self => ((ObservationLease)self!).Tick(), this, Period, Period);
        }

        return _history;
    }

    // A sample may take longer than a second on a busy machine. The next one is then skipped.
    private void Tick()
    {
        if (Interlocked.Exchange(ref _sampling, 1) != 0)
        {
            return;
        }

        try
        {
            if (IsActive && Stopwatch.GetTimestamp() - Volatile.Read(ref _asked) > PatienceTicks)
            {
                lock (_lock)
                {
                    EndObservation();
                    if (!keepsHistory)
                    {
                        EndHistory();
                    }
                }
            }

            if (Current is { } seen)
            {
                seen.Sample();
            }
            else if (Kept is { } history && history.IsDue(Stopwatch.GetTimestamp()))
            {
                history.Sample();
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Watch, e);
        }
        finally
        {
            Volatile.Write(ref _sampling, 0);
        }
    }

    private void EndObservation()
    {
        _observation?.Dispose();
        Volatile.Write(ref _observation, null);
    }

    private void EndHistory()
    {
        _timer?.Dispose();
        _timer = null;
        _history?.Dispose();
        Volatile.Write(ref _history, null);
    }
}
