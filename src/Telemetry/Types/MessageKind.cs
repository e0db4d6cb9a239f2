namespace AkkaInstrumentation;

/// <summary>
/// A message type at the actors of one type that the same rules fit: what it is called, what is said about it. Made once and
/// shared by their mailboxes.
/// </summary>
internal sealed class MessageKind(object key, MessageTypeInfo info, Verdict verdict)
{
    /// <summary>
    /// What its cells are found by: the type, or where that must not be kept alive the name's <see cref="MessageTypeInfo"/>, because the type can be unloaded.
    /// </summary>
    public object Key { get; } = key;

    public MessageTypeInfo Info { get; } = info;

    /// <summary>What the rules say; nothing where <see cref="IsOfMany"/>.</summary>
    public Verdict Verdict { get; } = verdict;

    /// <summary>
    /// Of what stands for all types beyond the cap: those of them about which there is no rule. Their messages need no more thought than others.
    /// </summary>
    public KnownTypes? PlainOthers { get; } = info.IsOther ? new KnownTypes() : null;

    /// <summary>One of Akka's own wrappers: the message inside is the one that counts.</summary>
    public bool IsWrapper { get; } = info.IsWrapper;

    /// <summary>More than one type may be counted here, so each message's own type is asked for what the rules say.</summary>
    public bool IsOfMany { get; } = info.IsOther || key is MessageTypeInfo;

    /// <summary>Nothing about these messages but their count needs a thought: no rule, no wrapper, one type.</summary>
    public bool IsPlain => PlainType is not null;

    /// <summary>The type, when nothing about its messages but their count needs a thought; else null.</summary>
    public Type? PlainType { get; } = !info.IsWrapper && !info.IsOther && verdict.IsPlain ? key as Type : null;
}
