namespace AkkaInstrumentation;

/// <summary>
/// The count of one message type in one mailbox. Only the thread that runs the mailbox writes it, without interlocking.
/// A collector reads a value that is at most a moment old.
/// </summary>
internal sealed class MessageCell(MessageKind kind, MessageCell? next)
{
    private long _messages;

    /// <summary>The data that all mailboxes of such actors share.</summary>
    public MessageKind Kind { get; private set; } = kind;

    /// <summary>The type, if its messages only need to be counted; else null. Compared for nearly every message.</summary>
    public Type? PlainType { get; private set; } = kind.PlainType;

    /// <summary>The previous cell of the chain, which is used while there are few cells: see <see cref="MessageCells"/>.</summary>
    public MessageCell? Next { get; } = next;

    public long Messages => Volatile.Read(ref _messages);

    /// <summary>Applies changed rules. The cell keeps its count and the name under which it counts. The thread that runs the mailbox.</summary>
    public void Judge(ActorRules rules)
    {
        Kind = MessageKinds.Of(rules).Anew(Kind);
        PlainType = Kind.PlainType;
    }

    public void Count() => Volatile.Write(ref _messages, _messages + 1);
}
