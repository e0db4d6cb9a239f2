namespace AkkaInstrumentation;

/// <summary>
/// What is known about the message types of one name at one actor type: names and tags, made once. The counts of mailboxes that are
/// gone live here too, so that a sum never goes back when an actor stops.
/// </summary>
internal sealed class MessageTypeInfo
{
    /// <summary>When the budget grants this pair its next root span; belongs to <see cref="SpanBudget"/>.</summary>
    internal long NextSpanAt;

    private long _retiredMessages;

    public MessageTypeInfo(ActorTypeInfo actor, string name)
    {
        Actor = actor;
        Name = name;
        Tags = [.. actor.Tags, new(SpanAttributes.MessageType, Name)];
    }

    public ActorTypeInfo Actor { get; }

    public string Name { get; }

    public KeyValuePair<string, object?>[] Tags { get; }

    /// <summary>Messages counted by mailboxes that no longer exist. Guarded by the lock of <see cref="ActorTypeInfo.Mailboxes"/>.</summary>
    public long RetiredMessages => _retiredMessages;

    /// <summary>Takes over a closed mailbox' count; the caller holds the lock of <see cref="ActorTypeInfo.Mailboxes"/>.</summary>
    public void Retire(long messages) => _retiredMessages += messages;
}
