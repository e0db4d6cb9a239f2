namespace AkkaInstrumentation.Tests;

/// <summary>
/// Exact allocated bytes per operation. Noise (a timer, another thread, code that is not optimised yet) only ever adds, so the smallest of several
/// runs is the answer. Between runs there is a pause in which the runtime replaces its first, quickly made code, which allocates where the final code
/// does not; on a busy machine that takes many pauses, so a test that names what it expects gives them.
/// </summary>
public static class AllocationMeter
{
    private const int Runs = 8;
    private const int PatientRuns = 60;

    // the runtime starts to optimise 100 ms after it has last compiled something new
    private static readonly TimeSpan Tiering = TimeSpan.FromMilliseconds(120);

    /// <summary>Bytes that one call allocates on this thread. Goes on, within reason, until it is no more than expected.</summary>
    public static double OnThread(Action operation, double? expected = null, int operations = 1_000)
    {
        var smallest = double.MaxValue;
        for (var run = 0; MayImprove(smallest, run, expected); run++)
        {
            if (run > 0)
            {
                Thread.Sleep(Tiering);
            }

            smallest = Math.Min(smallest, Portion(operation, operations));
        }

        return smallest;
    }

    /// <summary>
    /// Bytes that one call allocates on this thread above those of another. Measures both in turns, because the code of each may not be optimised
    /// yet. Goes on, within reason, until the difference is what is expected.
    /// </summary>
    public static double Added(Action plain, Action operation, double expected, int operations = 1_000)
    {
        var (least, smallest) = (Portion(plain, operations), Portion(operation, operations));
        for (var run = 1; run < PatientRuns && !(smallest - least).Equals(expected); run++)
        {
            Thread.Sleep(Tiering);
            least = Math.Min(least, Portion(plain, operations));
            smallest = Math.Min(smallest, Portion(operation, operations));
        }

        return smallest - least;
    }

    /// <summary>
    /// Bytes per operation that the whole process allocates while <paramref name="run"/> does <paramref name="operations"/> of them, what other
    /// threads allocate included: for tests in the collection <c>alone</c>.
    /// </summary>
    public static async Task<double> InProcess(Func<Task> run, int operations, double? expected = null)
    {
        await run();

        var smallest = double.MaxValue;
        for (var i = 0; MayImprove(smallest, i, expected); i++)
        {
            smallest = Math.Min(smallest, await Portion(run, operations));
        }

        return smallest;
    }

    private static double Portion(Action operation, int operations)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < operations; i++)
        {
            operation();
        }

        return (GC.GetAllocatedBytesForCurrentThread() - before) / (double)operations;
    }

    private static async Task<double> Portion(Func<Task> run, int operations)
    {
        await Task.Delay(Tiering);
        var before = GC.GetTotalAllocatedBytes(precise: true);
        await run();
        return (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)operations;
    }

    private static bool MayImprove(double smallest, int run, double? expected) =>
        expected is null ? run < Runs : smallest > expected && run < PatientRuns;
}
