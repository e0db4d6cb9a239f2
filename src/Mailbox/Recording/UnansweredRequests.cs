namespace AkkaInstrumentation;

/// <summary>
/// What a persistent actor has asked its journal to write, in order, until it is answered. Akka counts answers against events, and calls the handler of
/// the first event without an answer; so journals answer in order. The cost of an answer does not depend on the number of events. Thread that runs
/// the actor.
/// </summary>
internal sealed class UnansweredRequests
{
    // One is answered while the next one is under way. An actor that was restarted may send a third one.
    private const int Most = 4;

    private readonly Queue<WriteRequest> _requests = new();
    private WriteRequest? _last;
    private WriteRequest? _spare;

    public bool IsEmpty => _requests.Count == 0;

    /// <summary>Whether the request was the last one.</summary>
    public bool Has(object request) => _last is { } last && last.Is(request);

    /// <summary>The actor has sent a request. See <see cref="WriteRequest.Open"/>.</summary>
    public void Add(object request, HandlerNote handler, ref WaitingHandlers handlers)
    {
        if (_requests.Count == Most)
        {
            Remove();
        }

        _last = _spare ?? new WriteRequest();
        _spare = null;
        _last.Open(request, handler, ref handlers);
        _requests.Enqueue(_last);
    }

    /// <summary>The journal has written the first request that was not written, or has failed to.</summary>
    public void Written()
    {
        foreach (var request in _requests)
        {
            if (!request.IsWritten)
            {
                request.IsWritten = true;
                return;
            }
        }
    }

    /// <summary>
    /// An event is answered. Returns false if the answer is for none of these requests: it is for the actor before a restart, or for a request that
    /// nobody saw.
    /// </summary>
    /// <param name="shape">The shape of the answer.</param>
    /// <param name="answer">The answer.</param>
    /// <param name="handler">The handler that has persisted the event.</param>
    /// <param name="isLast">The answer is the last one for its request.</param>
    public bool TryAnswer(PersistenceShape shape, object answer, out HandlerNote handler, out bool isLast)
    {
        (handler, isLast) = (default, false);
        if (!_requests.TryPeek(out var first) || !first.TryAnswer(shape, answer, out handler))
        {
            return false;
        }

        isLast = !first.IsOpen;
        if (isLast)
        {
            Remove();
        }

        return true;
    }

    public void Clear()
    {
        while (!IsEmpty)
        {
            Remove();
        }
    }

    private void Remove()
    {
        _spare = _requests.Dequeue();
        _spare.Close();
    }
}
