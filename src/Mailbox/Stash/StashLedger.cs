namespace AkkaInstrumentation;

/// <summary>The messages of a stash in its order. It is kept beside the stash because a stash holds only Akka's envelopes.</summary>
internal sealed class StashLedger
{
    private const int WorthMoving = 32;

    private readonly List<StashedMessage> _messages = [];
    private int _first;

    public int Count => _messages.Count - _first;

    public StashedMessage this[int index] => _messages[_first + index];

    public void Add(StashedMessage message) => _messages.Add(message);

    public void AddFirst(List<StashedMessage> messages) => _messages.InsertRange(_first, messages);

    public void RemoveFirst()
    {
        if (Count == 0)
        {
            return;
        }

        _messages[_first++] = default;
        if (_first == _messages.Count)
        {
            Clear();
        }
        else if (_first >= WorthMoving && _first > _messages.Count / 2)
        {
            _messages.RemoveRange(0, _first);
            _first = 0;
        }
    }

    public StashedMessage[] Take()
    {
        var messages = _messages.GetRange(_first, Count).ToArray();
        Clear();
        return messages;
    }

    public void Clear()
    {
        _messages.Clear();
        _first = 0;
    }

    /// <summary>
    /// Discards all entries, because they do not match the stash. The stash has this number of messages, whose histories are not known.
    /// </summary>
    public void Forget(int count)
    {
        Clear();
        _messages.AddRange(new StashedMessage[count]);
    }
}
