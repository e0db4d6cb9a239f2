using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// A message from another node, between its deserialization and its enqueue. Both happen on one thread, in one handler of the actor that reads
/// from the network. The message gets its origin if exactly this object, or the object that Akka unwraps from it, is sent in that handler. So an
/// object that actors share (a singleton, a cached or interned value) gets the origin nowhere else. Each thread has one such record, which only the
/// thread itself accesses. The next message that arrives replaces it, and the first message that the thread sends outside of that handler removes it.
/// </summary>
internal sealed class ArrivedMessage : IArrivedMessage
{
    private const int MaxWrappers = 16;

    [ThreadStatic]
    private static ArrivedMessage? t_mine;

    private object? _message;
    private MessageOrigin? _origin;
    private ActorCell? _reader;
    private object? _handled;

    private ArrivedMessage() => SentOnBehalf.Use();

    /// <summary>A message was deserialized. Does nothing outside of a handler.</summary>
    /// <param name="message">The message itself, without any envelope.</param>
    /// <param name="origin">Its origin.</param>
    public static void Expect(object message, MessageOrigin origin)
    {
        if (InternalCurrentActorCellKeeper.Current is not { CurrentMessage: { } handled } reader)
        {
            return;
        }

        var mine = t_mine ??= new ArrivedMessage();
        (mine._message, mine._origin, mine._reader, mine._handled) = (message, origin, reader, handled);
        if (!ReferenceEquals(SentOnBehalf.Of, mine))
        {
            SentOnBehalf.Begin(mine);
        }
    }

    /// <summary>Forgets the message that has arrived on this thread.</summary>
    public static void Forget() => t_mine?.Clear();

    /// <inheritdoc/>
    public bool Is(object sent, out MessageOrigin? origin)
    {
        if (_reader is null || !ReferenceEquals(InternalCurrentActorCellKeeper.Current, _reader)
            || !ReferenceEquals(_reader.CurrentMessage, _handled))
        {
            Clear();
            origin = null;
            return false;
        }

        var isIt = Contains(_message, sent);
        origin = isIt ? _origin : null;
        return isIt;
    }

    // A selection is unwrapped on the thread that reads, and may reach several actors.
    private static bool Contains(object? arrived, object sent)
    {
        for (var depth = 0; !ReferenceEquals(arrived, sent); depth++)
        {
            if (depth == MaxWrappers || arrived is not IWrappedMessage wrapper)
            {
                return false;
            }

            arrived = wrapper.Message;
        }

        return true;
    }

    private void Clear()
    {
        (_message, _origin, _reader, _handled) = (null, null, null, null);
        if (ReferenceEquals(SentOnBehalf.Of, this))
        {
            SentOnBehalf.End(null);
        }
    }
}
