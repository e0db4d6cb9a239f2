using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Counts the places of a bounded mailbox. With room, entering and leaving are one interlocked operation each; a lock is
/// taken only when senders wait.
/// </summary>
internal struct CapacityGate(BoundedSettings bounds)
{
    // The sign of the number of places that are taken. Read without it, as a number that is above every capacity, it costs senders nothing.
    private const int Closed = int.MinValue;

    private readonly int _capacity = bounds.Capacity;
    private readonly TimeSpan _patience = bounds.PushTimeOut;
    private int _taken;
    private int _waiting;
    private object? _room;

    public bool IsClosed => Volatile.Read(ref _taken) < 0;

    /// <summary>Sender's thread. False when there was no place within the push time-out, or the gate is closed or was closed meanwhile.</summary>
    public bool TryEnter() => TryEnterNow() || (_patience > TimeSpan.Zero && TryEnterInTime());

    /// <summary>Mailbox' thread.</summary>
    public void Leave()
    {
        Interlocked.Decrement(ref _taken);

        // Behind the fence above: a sender who does not see the place that was left is seen here.
        if (Volatile.Read(ref _waiting) > 0)
        {
            lock (_room!)
            {
                Monitor.Pulse(_room);
            }
        }
    }

    /// <summary>Mailbox' thread. Nobody enters any more, and whoever waits for a place goes away.</summary>
    public void Close()
    {
        Interlocked.Or(ref _taken, Closed);

        // as when a place is left: a sender who does not see the sign is seen here
        if (Volatile.Read(ref _waiting) > 0)
        {
            lock (_room!)
            {
                Monitor.PulseAll(_room);
            }
        }
    }

    private bool TryEnterNow()
    {
        while (true)
        {
            var taken = Volatile.Read(ref _taken);
            if ((uint)taken >= (uint)_capacity)
            {
                return false;
            }

            if (Interlocked.CompareExchange(ref _taken, taken + 1, taken) == taken)
            {
                return true;
            }
        }
    }

    private bool TryEnterInTime()
    {
        var start = Stopwatch.GetTimestamp();
        var room = Room();
        lock (room)
        {
            Interlocked.Increment(ref _waiting);
            try
            {
                while (!TryEnterNow())
                {
                    var left = _patience - Stopwatch.GetElapsedTime(start);
                    if (left <= TimeSpan.Zero || IsClosed)
                    {
                        return false;
                    }

                    Monitor.Wait(room, (int)Math.Min(Math.Ceiling(left.TotalMilliseconds), int.MaxValue));
                }

                return true;
            }
            finally
            {
                Interlocked.Decrement(ref _waiting);
            }
        }
    }

    private object Room()
    {
        var room = new object();
        return Interlocked.CompareExchange(ref _room, room, null) ?? room;
    }
}
