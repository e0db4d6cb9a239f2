using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The mailboxes whose oldest timed message was enqueued before a moment. All are counted, and only those that waited longest are kept, because
/// it may be each mailbox of a large system. One thread.
/// </summary>
/// <param name="before"><see cref="Stopwatch"/> ticks.</param>
/// <param name="kept">How many are kept.</param>
internal sealed class LateMailboxes(long before, int kept)
{
    // The one that waited least comes first.
    private readonly PriorityQueue<LateMailbox, long> _late = new();

    public int Count { get; private set; }

    /// <summary>Those that waited longest, the longest first.</summary>
    public IEnumerable<LateMailbox> Latest => _late.UnorderedItems.Select(item => item.Element).OrderBy(late => late.OldestEnqueuedAt);

    /// <summary>Never throws, although a mailbox may contain a user's queue.</summary>
    public void Add(ObservedMailbox mailbox, int depth)
    {
        try
        {
            if (mailbox.OldestEnqueuedAt is > 0 and var at && at <= before)
            {
                Count++;
                _late.Enqueue(new(mailbox, depth, at), -at);
                if (_late.Count > kept)
                {
                    _late.Dequeue();
                }
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Queue, e);
        }
    }
}

/// <summary>A mailbox whose oldest timed message has waited for long, when it was checked.</summary>
internal readonly record struct LateMailbox(ObservedMailbox Mailbox, int Depth, long OldestEnqueuedAt);
