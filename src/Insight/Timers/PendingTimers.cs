using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>A scheduled message until it is sent; a repeated one until it is cancelled.</summary>
/// <param name="watch">The watch that it belongs to.</param>
/// <param name="receiver">The receiver.</param>
/// <param name="due">When it is due, in ticks of the scheduler's clock.</param>
/// <param name="interval">The interval of a repeated message; 0 for a single message.</param>
/// <param name="cancelable">Cancels it; null for nothing.</param>
internal sealed class PendingTimer(
    SchedulerWatch watch, ActorRefWithCell receiver, long due, long interval, ICancelable? cancelable) : IScheduledMessage
{
    private long _due = due;

    public ActorRefWithCell Receiver => receiver;

    public long Interval => interval;

    public bool IsCancelled => cancelable?.IsCancellationRequested == true;

    /// <summary>The scheduler's thread writes it, any thread reads it.</summary>
    public long Due
    {
        get => Volatile.Read(ref _due);
        set => Volatile.Write(ref _due, value);
    }

    /// <summary>Its place in the list of pending messages; null when it is not in the list. Under the list's lock.</summary>
    public LinkedListNode<PendingTimer>? Place { get; set; }

    void IScheduledMessage.Sends() => watch.Due(this);
}

/// <summary>
/// The pending messages of one scheduler. A cancellation sends no notification, so a cancelled message stays until the next read, or until as many
/// messages were added as were pending. So the list is at most twice as long as the number of pending messages. Any thread, under its lock.
/// </summary>
internal sealed class PendingTimers
{
    /// <summary>The largest number of messages in the list. Further messages are not counted.</summary>
    internal const int Max = 100_000;

    private const int LeastBetweenSweeps = 1_000;

    private readonly LinkedList<PendingTimer> _all = [];
    private int _sweepAt = LeastBetweenSweeps;

    /// <summary>How many are kept, cancelled ones included. For tests.</summary>
    internal int Kept
    {
        get
        {
            lock (_all)
            {
                return _all.Count;
            }
        }
    }

    public void Add(PendingTimer timer)
    {
        lock (_all)
        {
            if (_all.Count >= _sweepAt)
            {
                Sweep();
            }

            if (_all.Count < Max)
            {
                timer.Place = _all.AddLast(timer);
            }
        }
    }

    public void Remove(PendingTimer timer)
    {
        lock (_all)
        {
            if (timer.Place is { } place)
            {
                _all.Remove(place);
                timer.Place = null;
            }
        }
    }

    /// <summary>The messages that are pending now.</summary>
    public IReadOnlyList<PendingTimer> Read()
    {
        lock (_all)
        {
            Sweep();
            return [.. _all];
        }
    }

    private void Sweep()
    {
        for (var place = _all.First; place is not null;)
        {
            var next = place.Next;
            if (place.Value.IsCancelled)
            {
                place.Value.Place = null;
                _all.Remove(place);
            }

            place = next;
        }

        _sweepAt = Math.Max(LeastBetweenSweeps, 2 * _all.Count);
    }
}

/// <summary>Readable names of the tasks that a scheduler runs.</summary>
internal static class DelegateNames
{
    /// <summary>The method of a delegate with its declaring type, or the type of another task.</summary>
    public static string Of(object task) => task is Delegate { Method: { DeclaringType: { } type } method }
        ? $"{TypeNames.Get(type)}.{method.Name}"
        : TypeNames.Get(task.GetType());
}
