namespace AkkaInstrumentation.Tests;

/// <summary>Sees each activity of each source start and stop, and asks for none. For tests that run alone.</summary>
public sealed class EverySource : IDisposable
{
    private readonly ConcurrentDictionary<Activity, (ActivityTraceFlags Flags, bool WantsData)> _open = new();
    private readonly ConcurrentQueue<string> _changed = new();
    private readonly ActivityListener _listener;
    private int _started;
    private int _stopped;

    public EverySource()
    {
        _listener = new ActivityListener
        {
            ShouldListenTo = _ => true,
            ActivityStarted = activity =>
            {
                Interlocked.Increment(ref _started);
                _open.TryAdd(activity, (activity.ActivityTraceFlags, activity.IsAllDataRequested));
            },
            ActivityStopped = activity =>
            {
                Interlocked.Increment(ref _stopped);
                if (!_open.TryRemove(activity, out var begun) || begun != (activity.ActivityTraceFlags, activity.IsAllDataRequested))
                {
                    _changed.Enqueue($"{activity.OperationName}: {begun} -> {activity.ActivityTraceFlags}, {activity.IsAllDataRequested}");
                }
            },
        };
        ActivitySource.AddActivityListener(_listener);
    }

    public int Started => Volatile.Read(ref _started);

    public int Stopped => Volatile.Read(ref _stopped);

    /// <summary>Names of those that have started and not stopped.</summary>
    public IEnumerable<string> Open => _open.Keys.Select(activity => activity.OperationName);

    /// <summary>Those that had other flags at their end than at their start, or stopped twice.</summary>
    public IReadOnlyCollection<string> Changed => _changed;

    public void Dispose() => _listener.Dispose();
}
