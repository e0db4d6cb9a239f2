namespace AkkaInstrumentation;

/// <summary>
/// How long messages waited and how long their handlers worked in the last minute, by actor type and message type. Pairs of types beyond a limit are
/// not kept. Any thread records; <see cref="Turn"/> is called by one thread at a time, about once a second.
/// </summary>
internal sealed class MessageTimes
{
    /// <summary>The number of pairs of an actor type and a message type that are kept for each part of the minute.</summary>
    public const int MaxPairs = 500;

    // A part of the minute.
    private const int PartSeconds = 10;
    private const int Parts = 6;

    private readonly Queue<Dictionary<(string Actor, string Message), Durations>> _parts = new();
    private Dictionary<(string Actor, string Message), Durations> _current = [];
    private long _began;

    /// <summary>Adds the wait of a message.</summary>
    public void AddWait(string actor, string message, double seconds) => Add(actor, message, seconds, isWork: false);

    /// <summary>Adds the time that a handler worked on a message.</summary>
    public void AddWork(string actor, string message, double seconds) => Add(actor, message, seconds, isWork: true);

    /// <summary>Begins the next part of the minute when it is due, and forgets values that are older than a minute.</summary>
    /// <param name="now"><see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
    public void Turn(long now)
    {
        lock (_parts)
        {
            if (_began != 0 && Ticks.ToSeconds(now - _began) < PartSeconds)
            {
                return;
            }

            _began = now;
            _parts.Enqueue(_current);
            _current = [];
            while (_parts.Count > Parts)
            {
                _parts.Dequeue();
            }
        }
    }

    /// <summary>The time that 95 % of the messages did not exceed, in the mailbox and in the handler; null where none is known.</summary>
    public (DurationEstimate? Wait, DurationEstimate? Work) Percentile95(string actor, string message)
    {
        lock (_parts)
        {
            var known = _parts.Append(_current).Select(part => part.GetValueOrDefault((actor, message))).OfType<Durations>().ToList();
            return (DurationCounts.Percentile(known.Select(one => one.Waits), 0.95), DurationCounts.Percentile(known.Select(one => one.Works), 0.95));
        }
    }

    private void Add(string actor, string message, double seconds, bool isWork)
    {
        lock (_parts)
        {
            if (!_current.TryGetValue((actor, message), out var durations))
            {
                if (_current.Count >= MaxPairs)
                {
                    return;
                }

                _current.Add((actor, message), durations = new());
            }

            (isWork ? durations.Works : durations.Waits).Add(seconds);
        }
    }

    private sealed class Durations
    {
        public DurationCounts Waits { get; } = new();

        public DurationCounts Works { get; } = new();
    }
}
