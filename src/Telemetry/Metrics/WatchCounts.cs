using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// The number of times that mailboxes of one actor system grew for too long, and that handlers blocked a thread. The watchdog thread writes,
/// collectors read.
/// </summary>
internal sealed class WatchCounts
{
    private readonly ConcurrentDictionary<ActorTypeInfo, TaggedCount> _grown = new();
    private readonly ConcurrentDictionary<MessageTypeInfo, TaggedCount> _blocked = new();
    private readonly ConcurrentDictionary<ActorTypeInfo, TaggedCount> _blockedElsewhere = new();

    public IEnumerable<TaggedCount> Grown => _grown.Values;

    public IEnumerable<TaggedCount> Blocked => _blocked.Values.Concat(_blockedElsewhere.Values);

    public void CountGrown(ActorTypeInfo actor) => _grown.GetOrAdd(actor, static type => new TaggedCount(type.Tags)).Increment();

    /// <param name="actor">The type of the actor that blocks.</param>
    /// <param name="message">The type of the message in processing; null when the actor is starting or stopping.</param>
    public void CountBlocked(ActorTypeInfo actor, Type? message)
    {
        var count = message is null
            ? _blockedElsewhere.GetOrAdd(actor, static type => new TaggedCount([.. type.Tags, new(AkkaSpanAttributes.MessageType, FoldedNames.None)]))
            : _blocked.GetOrAdd(actor.Message(message), static message => new TaggedCount(message.Tags));
        count.Increment();
    }
}
