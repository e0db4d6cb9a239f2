namespace AkkaInstrumentation;

/// <summary>Sums of the depths of the mailboxes of one actor type, made by a walk.</summary>
internal struct DepthTotals
{
    public long Sum;
    public long Largest;
    public long Peak;

    /// <summary>
    /// <see cref="System.Diagnostics.Stopwatch"/> ticks at which the oldest waiting message was enqueued; 0 when no message waits or the time is
    /// unknown.
    /// </summary>
    public long OldestEnqueuedAt;

    /// <summary>Never throws, although a mailbox may contain a user's queue.</summary>
    public void Add(ObservedMailbox mailbox)
    {
        try
        {
            var depth = mailbox.Depth;
            Peak = Math.Max(Peak, Math.Max(depth, mailbox.Depths.Peak.Take()));
            if (depth == 0)
            {
                return;
            }

            Sum += depth;
            Largest = Math.Max(Largest, depth);
            if (ObservableInstruments.WantsAge && mailbox.OldestEnqueuedAt is > 0 and var enqueuedAt)
            {
                OldestEnqueuedAt = OldestEnqueuedAt == 0 ? enqueuedAt : Math.Min(OldestEnqueuedAt, enqueuedAt);
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Queue, e);
        }
    }
}
