using System.Collections;

namespace AkkaInstrumentation;

/// <summary>
/// The attributes with which a span starts. There is one object per thread. It is its own enumerator and is refilled for each span.
/// Activities copy the attributes, so only their own nodes are allocated, and samplers can see the attributes.
/// </summary>
internal sealed class SpanTags : IEnumerable<KeyValuePair<string, object?>>, IEnumerator<KeyValuePair<string, object?>>
{
    private readonly KeyValuePair<string, object?>[] _tags = new KeyValuePair<string, object?>[20];
    private int _count;
    private int _index;

    public KeyValuePair<string, object?> Current => _tags[_index];

    object IEnumerator.Current => Current;

    public void Fill(SpanTemplate template, string actorType, string messageType, string actorPath, string? senderPath, object? wait)
    {
        Begin(template);
        Add(AkkaSpanAttributes.ActorType, actorType);
        Add(AkkaSpanAttributes.MessageType, messageType);
        Add(AkkaSpanAttributes.ActorPath, actorPath);
        if (senderPath is not null)
        {
            Add(AkkaSpanAttributes.SenderPath, senderPath);
        }

        if (wait is not null)
        {
            Add(AkkaSpanAttributes.MailboxWait, wait);
        }
    }

    /// <summary>Fills the attributes for an actor that failed to start: there is no message.</summary>
    public void FillStart(SpanTemplate template, string actorType, string actorPath)
    {
        Begin(template);
        Add(AkkaSpanAttributes.ActorType, actorType);
        Add(AkkaSpanAttributes.ActorPath, actorPath);
    }

    /// <summary>Fills the attributes for a message that leaves the node.</summary>
    public void FillSend(SpanTemplate template, string messageType, string receiverPath, string? senderPath, string? host, int? port)
    {
        Begin(template);
        Add(AkkaSpanAttributes.MessageType, messageType);
        Add(AkkaSpanAttributes.ReceiverPath, receiverPath);
        if (senderPath is not null)
        {
            Add(AkkaSpanAttributes.SenderPath, senderPath);
        }

        if (host is not null && port is not null)
        {
            Add(AkkaSpanAttributes.ServerAddress, host);
            Add(AkkaSpanAttributes.ServerPort, (long)port);
        }

        if (template.WritesMessaging)
        {
            Add(AkkaSpanAttributes.MessagingSystem, AkkaSpanAttributes.MessagingSystemValue);
            Add(AkkaSpanAttributes.MessagingOperationName, AkkaSpanAttributes.MessagingSendValue);
            Add(AkkaSpanAttributes.MessagingOperationType, AkkaSpanAttributes.MessagingSendValue);
            Add(AkkaSpanAttributes.MessagingDestinationName, receiverPath);
        }
    }

    /// <summary>Adds the attributes of the messaging conventions. Their destination repeats values that a span has under other names.</summary>
    public void AddMessaging(string actorType, string actorPath)
    {
        Add(AkkaSpanAttributes.MessagingSystem, AkkaSpanAttributes.MessagingSystemValue);
        Add(AkkaSpanAttributes.MessagingOperationName, AkkaSpanAttributes.MessagingOperationValue);
        Add(AkkaSpanAttributes.MessagingOperationType, AkkaSpanAttributes.MessagingOperationValue);
        Add(AkkaSpanAttributes.MessagingDestinationName, actorPath);
        Add(AkkaSpanAttributes.MessagingDestinationTemplate, actorType);
    }

    public void AddEntity(EntityPath entity)
    {
        Add(AkkaSpanAttributes.ShardRegion, entity.Region);
        Add(AkkaSpanAttributes.ShardId, entity.Shard);
        Add(AkkaSpanAttributes.EntityId, entity.Entity);
    }

    public void AddStash(int times, long ticks)
    {
        Add(AkkaSpanAttributes.StashCount, (long)times);
        Add(AkkaSpanAttributes.StashDuration, Ticks.ToSeconds(ticks));
    }

    /// <summary>
    /// Writes only changed values. Most attributes are the same as those of the previous span, and writing a reference is expensive.
    /// </summary>
    public void Add(string key, object? value)
    {
        ref var tag = ref _tags[_count++];
        if (!ReferenceEquals(tag.Value, value) || !ReferenceEquals(tag.Key, key))
        {
            tag = new(key, value);
        }
    }

    public IEnumerator<KeyValuePair<string, object?>> GetEnumerator()
    {
        _index = -1;
        return this;
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public bool MoveNext() => ++_index < _count;

    public void Reset() => _index = -1;

    public void Dispose()
    {
    }

    private void Begin(SpanTemplate template)
    {
        _count = 0;
        Add(AkkaSpanAttributes.SystemName, template.SystemName);
        if (template.NodeAddress is { } address)
        {
            Add(AkkaSpanAttributes.NodeAddress, address);
        }
    }
}
