namespace AkkaInstrumentation;

/// <summary>
/// What is known about one message type at one actor type: names and tags, made once. The counts of mailboxes that are
/// gone live here too, so that a sum never goes back when an actor stops.
/// </summary>
internal sealed class MessageTypeInfo
{
    private long _retiredMessages;

    public MessageTypeInfo(ActorTypeInfo actor, Type type)
    {
        Type = type;
        Actor = actor;
        Name = TypeNames.Of(type);
        IsWrapper = InnerMessage.IsWrapper(type);
        Tags = [.. actor.Tags, new(SpanAttributes.MessageType, Name)];
    }

    public Type Type { get; }

    public ActorTypeInfo Actor { get; }

    public string Name { get; }

    /// <summary>One of Akka's own wrappers: the message inside is the one that counts.</summary>
    public bool IsWrapper { get; }

    public KeyValuePair<string, object?>[] Tags { get; }

    /// <summary>Messages counted by mailboxes that no longer exist. Guarded by the lock of <see cref="ActorTypeInfo.Mailboxes"/>.</summary>
    public long RetiredMessages => _retiredMessages;

    /// <summary>Takes over a closed mailbox' count; the caller holds the lock of <see cref="ActorTypeInfo.Mailboxes"/>.</summary>
    public void Retire(long messages) => _retiredMessages += messages;
}
