namespace AkkaInstrumentation;

/// <summary>
/// Counts of one message type in one mailbox. Written without interlocking by the one thread that runs the mailbox;
/// a collector reads a value that is at most a moment old.
/// </summary>
internal sealed class MessageCell(Type type, MessageTypeInfo info)
{
    private long _messages;

    public Type Type { get; } = type;

    public MessageTypeInfo Info { get; } = info;

    /// <summary>One of Akka's own wrappers: the message inside is the one that counts.</summary>
    public bool IsWrapper => Info.IsWrapper;

    public long Messages => Volatile.Read(ref _messages);

    public void Count() => Volatile.Write(ref _messages, _messages + 1);
}
