using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Observes an actor system while somebody looks. A page asks once a second. Each request prolongs the observation; some seconds after the last
/// one, a timer ends it, with all its listeners and all its memory. Any thread.
/// </summary>
internal sealed class ObservationLease(Func<Observation> begin) : IDisposable
{
    /// <summary>How long the observation goes on after the last request.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private static readonly long PatienceTicks = Ticks.Of(Patience);

    private readonly object _lock = new();
    private Observation? _observation;
    private Timer? _timer;
    private long _asked;
    private int _sampling;
    private bool _isDisposed;

    /// <summary>Whether it observes now.</summary>
    public bool IsActive => Volatile.Read(ref _observation) is not null;

    /// <summary>Somebody looks. Begins the observation if it is the first.</summary>
    /// <exception cref="ObjectDisposedException">The application stops.</exception>
    public Observation Look()
    {
        Renew();
        return Volatile.Read(ref _observation) ?? Begin();
    }

    /// <summary>Somebody was answered. An answer may take long on a busy machine, and the page pauses from its end on.</summary>
    public void Renew() => Volatile.Write(ref _asked, Stopwatch.GetTimestamp());

    public void Dispose()
    {
        lock (_lock)
        {
            _isDisposed = true;
            End();
        }
    }

    private Observation Begin()
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            if (_observation is null)
            {
                // The timer and what it runs must not keep the execution context of a request.
                using var flow = ExecutionFlow.Suppress();
                _observation = begin();
                _timer = new Timer(static self => ((ObservationLease)self!).Tick(), this, Period, Period);
            }

            return _observation;
        }
    }

    // A sample may take longer than a second on a busy machine. Then one is left out.
    private void Tick()
    {
        if (Interlocked.Exchange(ref _sampling, 1) != 0)
        {
            return;
        }

        try
        {
            if (Stopwatch.GetTimestamp() - Volatile.Read(ref _asked) > PatienceTicks)
            {
                lock (_lock)
                {
                    End();
                }
            }
            else
            {
                Volatile.Read(ref _observation)?.Sample();
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

    private void End()
    {
        _timer?.Dispose();
        _timer = null;
        _observation?.Dispose();
        Volatile.Write(ref _observation, null);
    }
}
