using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>When the message that waits longest was enqueued.</summary>
internal static class OldestStamp
{
    // Not every message has a stamp: under load senders take a share.
    public const int Looked = 64;

    /// <summary>The older of two stamps, of which 0 is none.</summary>
    public static long Of(long one, long other) => one == 0 ? other : other == 0 ? one : Math.Min(one, other);

    /// <remarks>
    /// The mailbox' thread may take a message meanwhile and its note may then tell the time of another: later, so that the
    /// age is at worst too small. A <see cref="ConcurrentQueue{T}"/> that was looked into goes on in a new segment and keeps what was in the old one
    /// until that is empty and the next message comes. Peeking at the head alone would keep it for good.
    /// </remarks>
    public static long In(ConcurrentQueue<StampedEnvelope> queue)
    {
        var left = Looked;
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
