using System.Collections;

namespace AkkaInstrumentation;

/// <summary>
/// The attributes a span is started with: one object per thread that is its own enumerator, refilled for each span.
/// Activities copy what they are given, so nothing is allocated but their own nodes, and samplers can see it.
/// </summary>
internal sealed class SpanTags : IEnumerable<KeyValuePair<string, object?>>, IEnumerator<KeyValuePair<string, object?>>
{
    private readonly KeyValuePair<string, object?>[] _tags = new KeyValuePair<string, object?>[15];
    private int _count;
    private int _index;

    public KeyValuePair<string, object?> Current => _tags[_index];

    object IEnumerator.Current => Current;

    public void Fill(string system, string actorType, string messageType, string actorPath, string? senderPath, object? wait)
    {
        _count = 0;
        Add(SpanAttributes.SystemName, system);
        Add(SpanAttributes.ActorType, actorType);
        Add(SpanAttributes.MessageType, messageType);
        Add(SpanAttributes.ActorPath, actorPath);
        if (senderPath is not null)
        {
            Add(SpanAttributes.SenderPath, senderPath);
        }

        if (wait is not null)
        {
            Add(SpanAttributes.MailboxWait, wait);
        }
    }

    /// <summary>Of an actor that could not start: there is no message.</summary>
    public void FillStart(string system, string actorType, string actorPath)
    {
        _count = 0;
        Add(SpanAttributes.SystemName, system);
        Add(SpanAttributes.ActorType, actorType);
        Add(SpanAttributes.ActorPath, actorPath);
    }

    /// <summary>What the messaging conventions ask for, beside what a span has by other names.</summary>
    public void AddMessaging(string actorType, string actorPath)
    {
        Add(SpanAttributes.MessagingSystem, SpanAttributes.MessagingSystemValue);
        Add(SpanAttributes.MessagingOperationName, SpanAttributes.MessagingOperationValue);
        Add(SpanAttributes.MessagingOperationType, SpanAttributes.MessagingOperationValue);
        Add(SpanAttributes.MessagingDestinationName, actorPath);
        Add(SpanAttributes.MessagingDestinationTemplate, actorType);
    }

    public void AddStash(int times, long ticks)
    {
        Add(SpanAttributes.StashCount, (long)times);
        Add(SpanAttributes.StashDuration, Ticks.ToSeconds(ticks));
    }

    /// <summary>Written only where it changes: most of a span's attributes are those of the span before, and a reference is dear to write.</summary>
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
}
