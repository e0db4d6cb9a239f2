using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Takes the time, the processor time and the allocated bytes of an iteration, in the measuring process.</summary>
internal static class Measurement
{
    public const int WarmUps = 4;
    public const int WarmUpMessages = 300_000;
    public const int Settling = 2;

    // the runtime optimises what has become hot 100 ms after it has last compiled something new
    private static readonly TimeSpan Tiering = TimeSpan.FromMilliseconds(150);

    /// <summary>
    /// A few short iterations with pauses in which the runtime replaces its first code, then whole ones, in which the heap finds its size and the
    /// garbage collector its budgets: without them the first ones that count take up to three times as long as the later.
    /// </summary>
    public static async Task<long> WarmUp(IWorkload workload, int messages)
    {
        var handled = 0L;
        for (var i = 0; i < WarmUps; i++)
        {
            handled += await workload.Run(Math.Min(messages, WarmUpMessages));
            await Task.Delay(Tiering);
        }

        for (var i = 0; i < Settling; i++)
        {
            handled += await workload.Run(messages);
        }

        return handled;
    }

    /// <summary>
    /// At a constant rate, the load runs for as long as an iteration before that begins. The process has rested while others took their turns, and a
    /// steady load never rests: what starts again after a rest (the adaptive rates, the ids of unsampled roots, a thread that keeps the time) would
    /// otherwise be a good part of what is measured.
    /// </summary>
    /// <returns>How many messages actors processed.</returns>
    public static Task<long> RunIn(IWorkload workload, int messages) => workload.IsPaced ? workload.Run(messages) : Task.FromResult(0L);

    public static async Task<Iteration> Iterate(IWorkload workload, int messages)
    {
        using var process = Process.GetCurrentProcess();
        var (gen0, gen1, gen2) = (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));
        var bytes = GC.GetTotalAllocatedBytes(precise: true);
        var items = ThreadPool.CompletedWorkItemCount;
        var paused = GC.GetTotalPauseDuration();
        var cpu = process.TotalProcessorTime;
        var start = Stopwatch.GetTimestamp();

        workload.TakeLatencies();
        var handled = await workload.Run(messages);

        var elapsed = Stopwatch.GetElapsedTime(start);
        process.Refresh();
        return new Iteration(
            handled,
            elapsed.TotalSeconds,
            (process.TotalProcessorTime - cpu).TotalSeconds,
            GC.GetTotalAllocatedBytes(precise: true) - bytes,
            (GC.GetTotalPauseDuration() - paused).TotalSeconds,
            ThreadPool.CompletedWorkItemCount - items,
            GC.CollectionCount(0) - gen0,
            GC.CollectionCount(1) - gen1,
            GC.CollectionCount(2) - gen2,
            workload.TakeLatencies());
    }
}
