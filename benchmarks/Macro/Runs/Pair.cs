using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// One state beside the uninstrumented one: two processes, of which one works while the other waits. Their iterations
/// take turns, and who is first changes too, so that a machine that gets slower or quicker does it to both.
/// </summary>
internal static class Pair
{
    private const int AtLeast = 3;

    /// <summary>Measures as many iterations as wanted, or fewer when this machine needs longer than <paramref name="atMost"/>.</summary>
    public static async Task<PairResult> Measure(State state, IWorkload workload, int messages, int iterations, TimeSpan atMost)
    {
        await using var plain = await ChildProcess.Start(States.Uninstrumented, workload, messages);
        await using var measured = await ChildProcess.Start(state, workload, messages);

        var plains = new List<Iteration>();
        var measureds = new List<Iteration>();
        var start = Stopwatch.GetTimestamp();
        for (var i = 0; i < iterations && (i < AtLeast || Stopwatch.GetElapsedTime(start) < atMost); i++)
        {
            if (i % 2 == 0)
            {
                plains.Add(await plain.Iterate());
                measureds.Add(await measured.Iterate());
            }
            else
            {
                measureds.Add(await measured.Iterate());
                plains.Add(await plain.Iterate());
            }
        }

        await plain.Finish();
        return new PairResult(plains, measureds, await measured.Finish());
    }
}

/// <summary>Iterations of both, in pairs.</summary>
internal sealed record PairResult(IReadOnlyList<Iteration> Plain, IReadOnlyList<Iteration> Measured, Totals Totals)
{
    public IEnumerable<double> Ratios =>
        Plain.Zip(Measured, (plain, measured) => measured.MessagesPerSecond / plain.MessagesPerSecond);
}
