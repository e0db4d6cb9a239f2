using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>When the message that waits longest was enqueued.</summary>
internal static class OldestStamp
{
    // Not every message has a stamp: under load senders take a share.
    private const int Farthest = 64;

    /// <remarks>
    /// A <see cref="ConcurrentQueue{T}"/> that was looked into goes on in a new segment and keeps what was in the old one
    /// until that is empty and the next message comes. Peeking at the head alone would keep it for good.
    /// </remarks>
    public static long In(ConcurrentQueue<StampedEnvelope> queue)
    {
        var left = Farthest;
        foreach (var envelope in queue)
        {
            if (envelope.EnqueuedAt != 0 || --left == 0)
            {
                return envelope.EnqueuedAt;
            }
        }

        return 0;
    }
}
