namespace AkkaInstrumentation;

/// <summary>
/// When the timed messages that wait were enqueued, for a queue whose oldest message is not at its head. Their number is limited: of more, the first
/// stay. Any thread, under its lock.
/// </summary>
internal sealed class WaitingTimes
{
    /// <summary>Later ones are not noted.</summary>
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
