namespace Akka.Actor;

/// <summary>
/// Entries by due time. Cancelled ones stay until they are due or until they could be half of the queue,
/// so that a timer which is restarted per message costs neither a search nor unbounded memory. Not thread-safe.
/// </summary>
internal sealed class TimerQueue
{
    private const int FirstSweepAt = 1024;

    private PriorityQueue<TimerEntry, (TimeSpan Due, long Order)> _entries = new();
    private int _sweepAt = FirstSweepAt;
    private long _order;

    public bool IsEmpty => _entries.Count == 0;

    public void Add(TimerEntry entry, TimeSpan due)
    {
        if (_entries.Count >= _sweepAt) Sweep();
        _entries.Enqueue(entry, (due, _order++));
    }

    public bool TryPeekDue(out TimeSpan due)
    {
        var any = _entries.TryPeek(out _, out var key);
        due = key.Due;
        return any;
    }

    public TimerEntry Take(out TimeSpan due)
    {
        _entries.TryDequeue(out var entry, out var key);
        due = key.Due;
        return entry!;
    }

    private void Sweep()
    {
        var alive = new PriorityQueue<TimerEntry, (TimeSpan, long)>(_entries.UnorderedItems.Where(item => !item.Element.IsCanceled));
        _entries = alive;
        _sweepAt = Math.Max(FirstSweepAt, alive.Count * 2);
    }
}
