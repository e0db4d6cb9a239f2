using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>The number of times that handlers of one actor system blocked a thread. The background thread writes, collectors read.</summary>
internal sealed class BlockedCounts
{
    private readonly ConcurrentDictionary<object, TaggedCount> _counts = new();

    public IEnumerable<TaggedCount> All => _counts.Values;

    /// <param name="actor">The type of the actor that blocks.</param>
    /// <param name="message">The type of the message in processing; null when the actor is starting or stopping.</param>
    public void Increment(ActorTypeInfo actor, Type? message)
    {
        var info = message is null ? null : actor.Message(message);
        _counts.GetOrAdd(
            (object?)info ?? actor,
            static (_, tags) => new TaggedCount(tags),
            info?.Tags ?? [.. actor.Tags, new(AkkaSpanAttributes.MessageType, FoldedNames.None)]).Increment();
    }
}
