namespace AkkaInstrumentation;

/// <summary>The managed heap has nearly reached its limit. The garbage collector takes more and more time, and then allocations fail.</summary>
internal static class MemoryShort
{
    private const double Near = 0.9;

    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        var process = seen.Process;
        if (process.MemoryLimitBytes > 0 && process.HeapBytes >= Near * process.MemoryLimitBytes)
        {
            yield return new AkkaCause(AkkaCauseKinds.MemoryShort, "The memory of the process is short.", AkkaCertainty.Certain, actor: "")
            {
                Evidence =
                [
                    .. process.Evidence(),
                    .. Allocating(seen),
                    .. Deepest(seen),
                ],
                NextStep = "Messages that wait are memory: free or bound those mailboxes. "
                    + "Otherwise take a dump and look for what holds it, or raise the limit.",
            };
        }
    }

    /// <summary>The handlers that allocate most on their own threads.</summary>
    public static IEnumerable<string> Allocating(Symptoms seen) => seen.Busy
        .GroupBy(handlers => (handlers.ActorType, handlers.MessageType))
        .Select(same => (same.Key, Bytes: same.Sum(handlers => handlers.BytesPerSecond)))
        .Where(same => same.Bytes > 0)
        .OrderByDescending(same => same.Bytes)
        .Take(3)
        .Select(same => CauseText.Text($"{same.Key.ActorType} allocates {same.Bytes / 1e6:0.0} MB a second with {same.Key.MessageType}"));

    /// <summary>The mailboxes in trouble in which most messages wait.</summary>
    public static IEnumerable<string> Deepest(Symptoms seen) =>
        seen.Mailboxes.OrderByDescending(mailbox => mailbox.Depth).Take(3).Select(mailbox => mailbox.Evidence().First());
}

/// <summary>How much processor time and memory the process uses.</summary>
internal sealed record ProcessLoad
{
    /// <summary>The share of the processors that it got in the last minute, or since the first sample; null when that is not known.</summary>
    public ProcessorShare? Processors { get; init; }

    /// <summary>Size of the managed heap at the latest garbage collection; 0 before the first one.</summary>
    public long HeapBytes { get; init; }

    /// <summary>The largest size that the heap may have: the limit of heap or container, otherwise the memory of the machine; 0 when it is not
    /// known.</summary>
    public long MemoryLimitBytes { get; init; }

    /// <summary>The pauses of the garbage collector; null when they are not known yet.</summary>
    public CollectorPauses? Pauses { get; init; }

    public static ProcessLoad Read(ProcessorShare? processors, CollectorPauses? pauses)
    {
        var memory = GC.GetGCMemoryInfo();
        return new()
        {
            Processors = processors,
            HeapBytes = memory.TotalCommittedBytes,
            MemoryLimitBytes = memory.TotalAvailableMemoryBytes,
            Pauses = pauses,
        };
    }

    public IEnumerable<string> Evidence()
    {
        if (Processors is { } processors)
        {
            yield return CauseText.Text($"the process keeps {processors.Busy:0.0} of {Environment.ProcessorCount} processors busy")
                + (processors is { IsShort: true, Waited: { } waited } ? CauseText.Text($", and {waited:0.0} more of its threads wait for one") : "");
        }

        if (HeapBytes > 0 && MemoryLimitBytes > 0)
        {
            yield return CauseText.Text($"its heap has {HeapBytes / 1e6:0} of {MemoryLimitBytes / 1e6:0} MB");
        }
    }
}
