using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The load of the process. The sampling thread reads it once a second, or every five seconds while no page is open; any thread may read the
/// result.</summary>
internal sealed class ProcessFigures
{
    private ProcessLook? _before;

    public ProcessFigures() => Look(Stopwatch.GetTimestamp());

    /// <summary>Null before the second reading. The first one is at the start.</summary>
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

/// <summary>The load of the process since the previous reading.</summary>
/// <param name="Processors">Processors that it kept busy.</param>
/// <param name="GcPauses">Share of the time in which the garbage collector stopped it.</param>
/// <param name="WorkingSetBytes">Memory of the process.</param>
/// <param name="HeapBytes">Size of the managed heap.</param>
/// <param name="MemoryLimitBytes">The largest size of the heap: the limit of heap or container, otherwise the memory of the machine.</param>
/// <param name="PoolThreads">Threads of the thread pool.</param>
/// <param name="PoolQueue">Work that waits for a thread of the pool.</param>
internal sealed record ProcessUse(
    double Processors, double GcPauses, long WorkingSetBytes, long HeapBytes, long MemoryLimitBytes, int PoolThreads, long PoolQueue)
{
    /// <summary>The number of processors that it would have kept busy if it had got them; null when that is not known.</summary>
    public double? Wanted { get; init; }

    /// <summary>The number of processors that it may use: the limit of the container, otherwise the processors of the machine.</summary>
    public int ProcessorLimit { get; init; }
}
