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

    // How many of them may be answered now.
    private int _due;

    public int Count => _writes.Count;

    public void Add(object key, TNote note)
    {
        if (_writes.Count < Most)
        {
            _writes.Enqueue((key, note));
        }
    }

    /// <summary>The journal has answered a request. Answers for its events follow. The actor sends the next request after this call.</summary>
    public void BatchAnswered() => _due = _writes.Count;

    /// <summary>
    /// An answer for an event has come. Events before it have got none, and are forgotten. An answer that is not known is for an event that nobody noted,
    /// or from a journal that copies events. So it takes the place of the first event that may be answered, and of no event of a later request.
    /// </summary>
    /// <param name="key">The object in the answer.</param>
    /// <param name="note">What was noted.</param>
    /// <param name="isShared">Several requests may have the same object, so only one that may be answered now counts.</param>
    public bool TryTake(object? key, out TNote? note, bool isShared = false)
    {
        note = default;
        if (!Has(key, isShared ? _due : _writes.Count))
        {
            if (_due > 0)
            {
                Dequeue();
            }

            return false;
        }

        (object Key, TNote Note) first;
        do
        {
            first = Dequeue();
        }
        while (!ReferenceEquals(first.Key, key));
        note = first.Note;
        return true;
    }

    /// <summary>Forgets all: answers may come that nobody sees.</summary>
    public void Clear()
    {
        _writes.Clear();
        _due = 0;
    }

    private bool Has(object? key, int first)
    {
        foreach (var write in _writes)
        {
            if (first-- == 0)
            {
                return false;
            }

            if (ReferenceEquals(write.Key, key))
            {
                return true;
            }
        }

        return false;
    }

    private (object Key, TNote Note) Dequeue()
    {
        _due = Math.Max(0, _due - 1);
        return _writes.Dequeue();
    }
}
