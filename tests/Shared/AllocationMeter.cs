namespace AkkaInstrumentation.Tests;

/// <summary>
/// Exact allocated bytes per operation. Noise (a timer, another thread, code that is not optimised yet) only ever adds, so
/// the smallest of several runs is the answer. Between runs there is a pause in which the runtime replaces its first,
/// quickly made code: that allocates where the final code does not.
/// </summary>
public static class AllocationMeter
{
    private const int Runs = 8;

    // the runtime starts to optimise 100 ms after it has last compiled something new
    private static readonly TimeSpan Tiering = TimeSpan.FromMilliseconds(120);

    /// <summary>Bytes that one call allocates on this thread.</summary>
    public static double OnThread(Action operation, int operations = 1_000)
    {
        var smallest = long.MaxValue;
        for (var run = 0; run < Runs && smallest > 0; run++)
        {
            if (run > 0)
            {
                Thread.Sleep(Tiering);
            }

            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < operations; i++)
            {
                operation();
            }

            smallest = Math.Min(smallest, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return smallest / (double)operations;
    }

    /// <summary>
    /// Bytes per operation that the whole process allocates while <paramref name="run"/> does <paramref name="operations"/>
    /// of them, what other threads allocate included: for tests in the collection <c>alone</c>.
    /// </summary>
    public static async Task<double> InProcess(Func<Task> run, int operations)
    {
        await run();

        var smallest = long.MaxValue;
        for (var i = 0; i < Runs; i++)
        {
            await Task.Delay(Tiering);
            var before = GC.GetTotalAllocatedBytes(precise: true);
            await run();
            smallest = Math.Min(smallest, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        return smallest / (double)operations;
    }
}
