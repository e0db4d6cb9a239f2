namespace AkkaInstrumentation;

/// <summary>
/// The messages of a priority mailbox, under a lock. The generator is called once for each message, when a sender adds it: one sender at a time,
/// as in Akka's queue. Messages of the same priority come in the order of their enqueue. If the generator throws, the exception goes to the
/// sender, as in Akka's queue, and the message comes last.
/// </summary>
/// <param name="priority">The user's generator. The message for which it returns the lowest number comes first.</param>
internal sealed class PriorityStore(Func<object, int> priority)
{
    private readonly PriorityQueue<StampedEnvelope, (int Priority, long Number)> _messages = new();
    private readonly WaitingTimes _times = new();
    private int _count;
    private bool _closed;
    private long _added;

    public int Count => Volatile.Read(ref _count);

    public bool IsClosed => Volatile.Read(ref _closed);

    /// <summary>The oldest timed message. Any thread.</summary>
    public (long At, Type? Message) Oldest => _times.Oldest;

    /// <summary>False when it is closed. Throws what the generator throws; the message is then in the store.</summary>
    public bool TryAdd(StampedEnvelope envelope)
    {
        lock (_messages)
        {
            if (_closed)
            {
                return false;
            }

            _times.Add(envelope);
            var number = int.MaxValue;
            try
            {
                number = priority(envelope.Message);
            }
            finally
            {
                _messages.Enqueue(envelope, (number, ++_added));
                Volatile.Write(ref _count, _messages.Count);
            }

            return true;
        }
    }

    public void Close()
    {
        lock (_messages)
        {
            Volatile.Write(ref _closed, true);
        }
    }

    public bool TryTake(out StampedEnvelope envelope)
    {
        lock (_messages)
        {
            var taken = _messages.TryDequeue(out envelope, out _);
            Volatile.Write(ref _count, _messages.Count);
            if (taken)
            {
                _times.Remove(envelope);
            }

            if (_messages.Count == 0 && _messages.EnsureCapacity(0) > QueueFront.Kept)
            {
                // a backlog's memory is given back
                _messages.TrimExcess();
            }

            return taken;
        }
    }

    /// <summary>Copies messages near the head and returns their number. Any thread. The messages may already have been taken.</summary>
    public int Look(Span<StampedEnvelope> found)
    {
        lock (_messages)
        {
            var count = 0;
            foreach (var (envelope, _) in _messages.UnorderedItems)
            {
                if (count == found.Length)
                {
                    break;
                }

                found[count++] = envelope;
            }

            return count;
        }
    }
}

/// <summary>
/// The times at which the waiting timed messages were enqueued, for a queue whose oldest message is not at its head. Their number is limited; when it
/// is reached, later messages are not noted. Any thread, under its lock.
/// </summary>
internal sealed class WaitingTimes
{
    /// <summary>The largest number of messages whose times are kept.</summary>
    public const int MaxKept = 1_000;

    private readonly SortedDictionary<long, Type> _times = [];

    /// <summary>The enqueue of the oldest and its type; default when none is known.</summary>
    public (long At, Type? Message) Oldest
    {
        get
        {
            lock (_times)
            {
                return _times.FirstOrDefault() is var (at, message) ? (at, message) : default;
            }
        }
    }

    /// <summary>A message will be enqueued. Of two at the same tick, one is noted.</summary>
    public void Add(in StampedEnvelope envelope)
    {
        if (envelope.EnqueuedAt > 0)
        {
            lock (_times)
            {
                if (_times.Count < MaxKept)
                {
                    _times.TryAdd(envelope.EnqueuedAt, InnerMessage.Unwrap(envelope.Message).GetType());
                }
            }
        }
    }

    /// <summary>A message was taken, or has found no place.</summary>
    public void Remove(in StampedEnvelope envelope)
    {
        if (envelope.EnqueuedAt > 0)
        {
            lock (_times)
            {
                _times.Remove(envelope.EnqueuedAt);
            }
        }
    }
}
