namespace AkkaInstrumentation;

/// <summary>
/// Counts of one message type in one mailbox. Written without interlocking by the one thread that runs the mailbox;
/// a collector reads a value that is at most a moment old.
/// </summary>
internal sealed class MessageCell
{
    private long _messages;

    public MessageCell(MessageTypeInfo info) => Info = info;

    public MessageTypeInfo Info { get; }

    public long Messages => Volatile.Read(ref _messages);

    public void Count() => Volatile.Write(ref _messages, _messages + 1);
}
