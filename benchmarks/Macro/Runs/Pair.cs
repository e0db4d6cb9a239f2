namespace AkkaInstrumentation.Benchmarks;

/// <summary>One state beside the uninstrumented one.</summary>
internal static class Pair
{
    public static async Task<PairResult> Measure(State state, IWorkload workload, int messages, int iterations, TimeSpan atMost)
    {
        var both = await Turns.Measure([state], workload, messages, iterations, atMost);
        return new PairResult([.. both.Rounds.Select(round => round[0])], [.. both.Rounds.Select(round => round[1])], both.Totals[1]);
    }
}

/// <summary>Iterations of both, in pairs.</summary>
internal sealed record PairResult(IReadOnlyList<Iteration> Plain, IReadOnlyList<Iteration> Measured, Totals Totals)
{
    public IEnumerable<double> Ratios =>
        Plain.Zip(Measured, (plain, measured) => measured.MessagesPerSecond / plain.MessagesPerSecond);
}
