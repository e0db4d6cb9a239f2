namespace WebApi.Traffic;

/// <summary>Whether customers come and how many. Any thread; the generator awaits <see cref="WhenRunning"/>.</summary>
public sealed class TrafficControl
{
    public const double MinRate = 1;
    public const double MaxRate = 200;
    public const double DefaultRate = 20;

    private readonly Lock _lock = new();
    private TaskCompletionSource _running = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private double _rate = DefaultRate;

    /// <summary>Starts at once unless <c>Traffic:Running</c> is false; <c>Traffic:Rate</c> is the first rate.</summary>
    public TrafficControl(IConfiguration configuration)
    {
        Rate = configuration.GetValue("Traffic:Rate", DefaultRate);
        if (configuration.GetValue("Traffic:Running", true))
        {
            Start();
        }
    }

    public bool IsRunning
    {
        get
        {
            lock (_lock)
            {
                return _running.Task.IsCompleted;
            }
        }
    }

    /// <summary>Orders per second, kept within <see cref="MinRate"/> and <see cref="MaxRate"/>.</summary>
    public double Rate
    {
        get => Volatile.Read(ref _rate);
        set => Volatile.Write(ref _rate, double.IsNaN(value) ? DefaultRate : Math.Clamp(value, MinRate, MaxRate));
    }

    public void Start()
    {
        lock (_lock)
        {
            _running.TrySetResult();
        }
    }

    public void Stop()
    {
        lock (_lock)
        {
            if (_running.Task.IsCompleted)
            {
                _running = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            }
        }
    }

    public Task WhenRunning(CancellationToken cancelled)
    {
        lock (_lock)
        {
            return _running.Task.WaitAsync(cancelled);
        }
    }
}
