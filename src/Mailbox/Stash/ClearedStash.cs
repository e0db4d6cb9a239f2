using System.Collections;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The result of <see cref="IStash.ClearStash"/>. If it is passed to <see cref="IStash.Prepend"/>, the messages get their histories back.
/// </summary>
internal sealed class ClearedStash(IEnumerable<Envelope> envelopes, StashedMessage[] messages) : IEnumerable<Envelope>
{
    /// <summary>Returns the history of a message once, because a history belongs to one stash at a time.</summary>
    public StashHistory? TakeHistory(int index, Envelope envelope)
    {
        if (index >= messages.Length || !messages[index].Is(envelope))
        {
            return null;
        }

        var history = messages[index].History;
        messages[index] = default;
        return history;
    }

    public IEnumerator<Envelope> GetEnumerator() => envelopes.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
