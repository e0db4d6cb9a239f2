using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Measures how long work waits for a thread of the pool, with one empty work item at a time. The watch of mailboxes and reads of a diagnosis queue
/// it. Any thread, under its lock.
/// </summary>
/// <param name="queue">Queues a work item.</param>
internal sealed class PoolProbe(Action<IThreadPoolWorkItem> queue) : IThreadPoolWorkItem
{
    // A starved pool gets a new thread every half second, so a wait of this length is more than a peak of work.
    private static readonly long Long = 5 * Stopwatch.Frequency;

    private readonly object _lock = new();
    private long _queuedAt;
    private long _lateAt;
    private long _wait;

    public PoolProbe()
        : this(item => ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal: false))
    {
    }

    /// <summary>Queues a work item, if none waits.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Sample(long now)
    {
        lock (_lock)
        {
            if (_queuedAt > 0)
            {
                return;
            }

            _queuedAt = now;
        }

        queue(this);
    }

    /// <summary>A thread of the pool has taken the work item.</summary>
    public void Execute() => Note(Stopwatch.GetTimestamp(), isTaken: true);

    /// <summary>For how many seconds a work item waits or has waited in the last minute, if the wait is long; otherwise 0.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public double WaitSeconds(long now) => Note(now, isTaken: false);

    private double Note(long now, bool isTaken)
    {
        lock (_lock)
        {
            if (_queuedAt > 0 && now - _queuedAt >= Long)
            {
                (_lateAt, _wait) = (now, now - _queuedAt);
            }

            _queuedAt = isTaken ? 0 : _queuedAt;
            return _wait > 0 && now - _lateAt <= Ticks.Minute ? Ticks.ToSeconds(_wait) : 0;
        }
    }
}
