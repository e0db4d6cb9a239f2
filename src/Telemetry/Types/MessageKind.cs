namespace AkkaInstrumentation;

/// <summary>
/// A message type at the actors of one type that the same rules fit: what it is called, what is said about it. Made once and
/// shared by their mailboxes.
/// </summary>
internal sealed class MessageKind(Type type, MessageTypeInfo info, Verdict verdict)
{
    public Type Type { get; } = type;

    public MessageTypeInfo Info { get; } = info;

    public Verdict Verdict { get; } = verdict;

    /// <summary>
    /// Of what stands for all types beyond the cap: those of them about which there is no rule. Their messages need no more thought than others.
    /// </summary>
    public KnownTypes? PlainOthers { get; } = info.IsOther ? new KnownTypes() : null;

    /// <summary>One of Akka's own wrappers: the message inside is the one that counts.</summary>
    public bool IsWrapper { get; } = info.IsWrapper;

    /// <summary>Nothing about these messages but their count needs a thought: no rule, no wrapper, one type.</summary>
    public bool IsPlain { get; } = !info.IsWrapper && !info.IsOther && verdict.IsPlain;
}
