namespace Akka.Actor;

/// <summary>The handlers of one behaviour, tried in the order in which they were added.</summary>
internal sealed class ReceiveHandlers
{
    private Func<object, bool>[] _handlers = [];
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
        if (shouldHandle is null)
        {
            Append(new Typed<T>(handler).Handle);
            _takesAll = typeof(T) == typeof(object);
        }
        else
        {
            Append(new TypedIf<T>(shouldHandle, handler).Handle);
        }
    }

    public void Add<T>(Func<T, bool> handler) => Append(message => message is T typed && handler(typed));

    public void Add(Type type, Predicate<object>? shouldHandle, Action<object> handler)
    {
        Append(message =>
        {
            if (!type.IsInstanceOfType(message) || (shouldHandle is not null && !shouldHandle(message)))
            {
                return false;
            }

            handler(message);
            return true;
        });
        _takesAll = shouldHandle is null && type == typeof(object);
    }

    public void Add(Type type, Func<object, bool> handler) => Append(message => type.IsInstanceOfType(message) && handler(message));

    public void AddAny(Action<object> handler) => Add(null, handler);

    private void Append(Func<object, bool> handler)
    {
        if (_takesAll)
        {
            throw new InvalidOperationException("A handler that catches all messages has been added. No handler can be added after that.");
        }

        _handlers = [.. _handlers, handler];
    }

    private sealed class Typed<T>(Action<T> handler)
    {
        public bool Handle(object message)
        {
            if (message is not T typed)
            {
                return false;
            }

            handler(typed);
            return true;
        }
    }

    private sealed class TypedIf<T>(Predicate<T> shouldHandle, Action<T> handler)
    {
        public bool Handle(object message)
        {
            if (message is not T typed || !shouldHandle(typed))
            {
                return false;
            }

            handler(typed);
            return true;
        }
    }
}
