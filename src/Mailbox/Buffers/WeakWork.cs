namespace AkkaInstrumentation;

/// <summary>
/// Work that the <see cref="BackgroundThread"/> does once a second for each object of a list, until the work is finished or the object is
/// garbage-collected. The list holds weak references. No lock is held during the work, so it may block or take locks of its own.
/// </summary>
/// <param name="isOver">Does the work. Returns whether it was the last time.</param>
internal sealed class WeakWork<T>(Predicate<T> isOver) : BackgroundWork(TimeSpan.FromSeconds(1), TelemetryFault.Queue)
    where T : class
{
    // Also the lock under which the work is added and removed.
    private readonly List<WeakReference<T>> _objects = [];

    /// <summary>Any thread.</summary>
    public void Add(T added)
    {
        lock (_objects)
        {
            _objects.Add(new(added));
            BackgroundThread.TryAdd(this);
        }
    }

    /// <summary>Does the work now. Any thread.</summary>
    public void Look() => Do(0);

    protected override void Do(long now)
    {
        WeakReference<T>[] objects;
        lock (_objects)
        {
            objects = [.. _objects];
        }

        var over = objects.Where(reference => !reference.TryGetTarget(out var found) || isOver(found)).ToHashSet();
        lock (_objects)
        {
            if (_objects.RemoveAll(over.Contains) > 0 && _objects.Count == 0)
            {
                BackgroundThread.Remove(this);
            }
        }
    }
}
