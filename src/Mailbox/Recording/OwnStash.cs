namespace AkkaInstrumentation;

/// <summary>
/// The histories of commands that a persistent actor may have put into the stash of its own, which no plug-in can see or replace. They are found again
/// by the message's identity when the actor puts them back. A command that was handled instead is forgotten when the events for which it could wait
/// are answered. Thread that runs the actor.
/// </summary>
internal sealed class OwnStash
{
    // A command waits for events in the request that is being answered, in the one that is under way, and in the next one.
    private const int MaxRequests = 3;

    private Dictionary<object, StashHistory?> _newer = ByReference.Empty<StashHistory?>();
    private Dictionary<object, StashHistory?> _older = ByReference.Empty<StashHistory?>();
    private bool _hasReturned;
    private int _requests;

    public bool IsEmpty => _newer.Count + _older.Count == 0;

    /// <summary>The actor may stash the message. If one object waits in two traces, nobody can tell which one comes back.</summary>
    public void Keep(object message, StashHistory history)
    {
        if (!_newer.TryAdd(message, history) && _newer[message] != history)
        {
            _newer[message] = null;
        }
    }

    /// <summary>The message comes back. Returns null if it is not known.</summary>
    public StashHistory? Return(object message)
    {
        _hasReturned = true;
        var isNewer = _newer.Remove(message, out var newer);
        return !_older.Remove(message, out var older) || (isNewer && newer == older) ? newer
            : isNewer ? null
            : older;
    }

    /// <summary>
    /// A handler has ended. While the stash is not empty, the actor puts a message back as soon as no event makes it wait, and one more after each command.
    /// </summary>
    /// <param name="endsRequest">The last event of a request is answered.</param>
    /// <param name="isIdle">No event makes the actor wait.</param>
    public void HandlerEnded(bool endsRequest, bool isIdle)
    {
        if (_hasReturned)
        {
            (_hasReturned, _requests) = (false, 0);
        }
        else if (isIdle)
        {
            Clear();
        }
        else if (endsRequest && ++_requests == MaxRequests)
        {
            _requests = 0;
            ByReference.Clear(ref _older);
            (_older, _newer) = (_newer, _older);
        }
    }

    public void Clear()
    {
        ByReference.Clear(ref _older);
        ByReference.Clear(ref _newer);
        (_hasReturned, _requests) = (false, 0);
    }
}
