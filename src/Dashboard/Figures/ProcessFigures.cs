using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The process, as of the latest look: once a second, or once in five while no page is open. The sampling thread looks; any reads.</summary>
internal sealed class ProcessFigures
{
    private ProcessLook? _before;

    public ProcessFigures() => Look(Stopwatch.GetTimestamp());

    /// <summary>Null before the second look; the first is at the start.</summary>
    public ProcessUse? Use { get; private set; }

    public void Look(long now)
    {
        using var process = Process.GetCurrentProcess();
        var look = new ProcessLook(now, ProcessorUse.Read(), GC.GetTotalPauseDuration(), process.WorkingSet64);
        if (_before is { } before)
        {
            var seconds = Math.Max(Ticks.ToSeconds(now - before.At), 1e-3);
            var processors = ProcessorShare.Between(before.Processor, look.Processor, seconds);
            Use = new(
                processors.Busy,
                (look.Pauses - before.Pauses).TotalSeconds / seconds,
                look.WorkingSet,
                GC.GetTotalMemory(forceFullCollection: false),
                GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
                ThreadPool.ThreadCount,
                ThreadPool.PendingWorkItemCount)
            {
                Wanted = processors.Wanted,
                ProcessorLimit = Environment.ProcessorCount,
            };
        }

        _before = look;
    }

    private sealed record ProcessLook(long At, ProcessorUse Processor, TimeSpan Pauses, long WorkingSet);
}

/// <summary>What the process used since the look before.</summary>
/// <param name="Processors">Processors that it kept busy.</param>
/// <param name="GcPauses">Share of the time in which the garbage collector stopped it.</param>
/// <param name="WorkingSetBytes">Memory of the process.</param>
/// <param name="HeapBytes">Memory of its objects.</param>
/// <param name="MemoryLimitBytes">The most that its objects may take: the limit of heap or container, otherwise the memory of the machine.</param>
/// <param name="PoolThreads">Threads of the thread pool.</param>
/// <param name="PoolQueue">Work that waits for a thread of the pool.</param>
internal sealed record ProcessUse(
    double Processors, double GcPauses, long WorkingSetBytes, long HeapBytes, long MemoryLimitBytes, int PoolThreads, long PoolQueue)
{
    /// <summary>Processors that it would have kept busy, had it got them; null when that is not known.</summary>
    public double? Wanted { get; init; }

    /// <summary>The most that it may use, in whole processors: the limit of the container, otherwise those of the machine.</summary>
    public int ProcessorLimit { get; init; }
}
