namespace AkkaInstrumentation;

/// <summary>
/// One message type in one mailbox: how its messages are treated, and how many there were. The count is written without
/// interlocking by the one thread that runs the mailbox; a collector reads a value that is at most a moment old.
/// </summary>
internal sealed class MessageCell(Type type, MessageTypeInfo info, Verdict verdict)
{
    private long _messages;

    public Type Type { get; } = type;

    public MessageTypeInfo Info { get; } = info;

    public Verdict Verdict { get; } = verdict;

    /// <summary>Nothing about these messages but their count needs a thought: no rule, no wrapper, one type.</summary>
    public bool IsPlain { get; } = !info.IsWrapper && !info.IsOther && verdict.IsPlain;

    /// <summary>One of Akka's own wrappers: the message inside is the one that counts.</summary>
    public bool IsWrapper => Info.IsWrapper;

    public long Messages => Volatile.Read(ref _messages);

    public void Count() => Volatile.Write(ref _messages, _messages + 1);
}
