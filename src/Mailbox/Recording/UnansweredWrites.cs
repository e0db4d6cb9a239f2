namespace AkkaInstrumentation;

/// <summary>
/// The events that a persistent actor has sent to its journal, in their order, and what is noted about each until the journal answers for it. The same
/// object is in the request and in the answer, and journals answer in the order of the requests. Thread that runs the actor.
/// </summary>
internal sealed class UnansweredWrites<TNote>
{
    /// <summary>Further events are not noted.</summary>
    public const int Most = 10_000;

    private readonly Queue<(object Key, TNote Note)> _writes = new();

    public void Add(object key, TNote note)
    {
        if (_writes.Count < Most)
        {
            _writes.Enqueue((key, note));
        }
    }

    /// <summary>
    /// An answer has come. Events before it have got none, and are forgotten. An answer that is not known takes the place of the first event.
    /// </summary>
    /// <param name="key">The object in the answer.</param>
    /// <param name="note">What was noted.</param>
    public bool TryTake(object? key, out TNote? note)
    {
        note = default;
        if (!_writes.TryDequeue(out var first))
        {
            return false;
        }

        if (!ReferenceEquals(first.Key, key) && !TryFind(key, ref first))
        {
            return false;
        }

        note = first.Note;
        return true;
    }

    private bool TryFind(object? key, ref (object Key, TNote Note) found)
    {
        if (!_writes.Any(write => ReferenceEquals(write.Key, key)))
        {
            return false;
        }

        do
        {
            found = _writes.Dequeue();
        }
        while (!ReferenceEquals(found.Key, key));
        return true;
    }
}
