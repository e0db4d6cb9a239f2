namespace AkkaInstrumentation;

/// <summary>
/// The count of one message type in one mailbox. Written without interlocking by the one thread that runs the mailbox;
/// a collector reads a value that is at most a moment old.
/// </summary>
internal sealed class MessageCell(MessageKind kind, MessageCell? next)
{
    private long _messages;

    /// <summary>What all mailboxes of such actors share.</summary>
    public MessageKind Kind { get; private set; } = kind;

    /// <summary>The type, when nothing about its messages but their count needs a thought; else null. What nearly every message looks for.</summary>
    public Type? PlainType { get; private set; } = kind.PlainType;

    /// <summary>The cell that was made before, as long as there are few: see <see cref="MessageCells"/>.</summary>
    public MessageCell? Next { get; } = next;

    public long Messages => Volatile.Read(ref _messages);

    /// <summary>Other rules than when the cell was made. Its name, under which it is counted, and its count stay. The mailbox' thread.</summary>
    public void Judge(ActorRules rules)
    {
        Kind = rules.Anew(Kind);
        PlainType = Kind.PlainType;
    }

    public void Count() => Volatile.Write(ref _messages, _messages + 1);
}
