namespace AkkaInstrumentation;

/// <summary>A request to a journal, until the last of its events is answered. Thread that runs the actor.</summary>
internal sealed class WriteRequest
{
    private object? _request;
    private PersistenceWrites _events;
    private HandlerNote _handler;
    private WaitingHandlers _handlers = new();

    /// <summary>Whether events have no answer yet.</summary>
    public bool IsOpen => _request is not null;

    /// <summary>Whether the journal has written the request, or has failed to. Its answers for the events follow.</summary>
    public bool IsWritten { get; set; }

    public bool Is(object request) => ReferenceEquals(_request, request);

    /// <summary>The actor has sent the request.</summary>
    /// <param name="request">The request.</param>
    /// <param name="handler">The handler of the events for which <paramref name="handlers"/> has none.</param>
    /// <param name="handlers">The handlers whose events may be in it. Afterwards an empty object for the next ones.</param>
    public void Open(object request, HandlerNote handler, ref WaitingHandlers handlers)
    {
        (_request, _events, _handler, IsWritten) = (request, new PersistenceWrites(request), handler, false);
        (_handlers, handlers) = (handlers, _handlers);
        Next();
    }

    /// <summary>Returns true if the answer is for the first event without an answer.</summary>
    /// <param name="shape">The shape of the answer.</param>
    /// <param name="answer">The answer.</param>
    /// <param name="handler">The handler that has persisted the event.</param>
    public bool TryAnswer(PersistenceShape shape, object answer, out HandlerNote handler)
    {
        handler = default;
        if (_request is null || !IsWritten || !_events.IsAnswered(_request, shape, answer))
        {
            return false;
        }

        handler = _handlers.Of(_events.Sender) ?? _handler;
        Next();
        return true;
    }

    public void Close()
    {
        (_request, _events, _handler) = (null, default, default);
        _handlers.Clear();
    }

    private void Next()
    {
        if (!_events.MoveNext())
        {
            Close();
        }
    }
}
