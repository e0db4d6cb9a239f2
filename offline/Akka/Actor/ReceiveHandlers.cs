namespace Akka.Actor;

/// <summary>The handlers of one behaviour, tried in the order in which they were added.</summary>
internal sealed class ReceiveHandlers
{
    private Receive[] _handlers = [];
    private bool _takesAll;

    public bool Handle(object message)
    {
        foreach (var handler in _handlers)
        {
            if (handler(message))
            {
                return true;
            }
        }

        return false;
    }

    public void Add<T>(Predicate<T>? shouldHandle, Action<T> handler)
    {
        if (_takesAll)
        {
            throw new InvalidOperationException("The handler before this one takes every message.");
        }

        _takesAll = shouldHandle is null && typeof(T) == typeof(object);
        _handlers = [.. _handlers, new Typed<T>(shouldHandle, handler).Handle];
    }

    private sealed class Typed<T>(Predicate<T>? shouldHandle, Action<T> handler)
    {
        public bool Handle(object message)
        {
            if (message is not T typed || (shouldHandle is not null && !shouldHandle(typed)))
            {
                return false;
            }

            handler(typed);
            return true;
        }
    }
}
