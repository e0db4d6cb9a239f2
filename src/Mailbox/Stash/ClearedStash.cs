using System.Collections;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>What <see cref="IStash.ClearStash"/> returned: given to <see cref="IStash.Prepend"/>, the messages have their stories again.</summary>
internal sealed class ClearedStash(IEnumerable<Envelope> envelopes, StashedMessage[] messages) : IEnumerable<Envelope>
{
    /// <summary>Once for each message: a story belongs to one stash at a time.</summary>
    public StashStory? TakeStory(int index, Envelope envelope)
    {
        if (index >= messages.Length || !messages[index].Is(envelope))
        {
            return null;
        }

        var story = messages[index].Story;
        messages[index] = default;
        return story;
    }

    public IEnumerator<Envelope> GetEnumerator() => envelopes.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
