using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The origins of messages that an actor has set aside and may send later, by the identity of the message object. An entry lives no longer than its
/// message, so what is never sent is forgotten. Any thread.
/// </summary>
internal static class SetAside
{
    private static readonly ConditionalWeakTable<object, Entry> Table = [];

    /// <summary>A message is set aside.</summary>
    /// <param name="message">The message.</param>
    /// <param name="origin">Where it was sent; null for no trace.</param>
    public static void Remember(object message, MessageOrigin? origin)
    {
        while (true)
        {
            var entry = Table.GetValue(message, static _ => new Entry());
            lock (entry)
            {
                if (!entry.IsTaken)
                {
                    entry.Add(origin);
                    return;
                }
            }
        }
    }

    /// <summary>
    /// A message that was set aside is sent. Returns false if it is not known. If the same object is set aside in several traces, nobody can tell which
    /// of them this is: the origin is then an <see cref="UncertainContext"/>.
    /// </summary>
    public static bool TryTake(object message, out MessageOrigin? origin)
    {
        origin = null;
        if (!Table.TryGetValue(message, out var entry))
        {
            return false;
        }

        lock (entry)
        {
            if (entry.IsTaken)
            {
                return false;
            }

            origin = entry.IsUncertain && entry.Origin is not null ? new UncertainContext(entry.Origin) : entry.Origin;
            if (--entry.Left == 0)
            {
                entry.IsTaken = true;
                Table.Remove(message);
            }

            return true;
        }
    }

    private sealed class Entry
    {
        public MessageOrigin? Origin { get; private set; }

        public bool IsUncertain { get; private set; }

        public bool IsTaken { get; set; }

        public int Left { get; set; }

        public void Add(MessageOrigin? origin)
        {
            if (Left++ > 0)
            {
                IsUncertain |= Origin?.Context.TraceId != origin?.Context.TraceId;
            }

            Origin = origin;
        }
    }
}
