using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Several states beside the uninstrumented one: a process each, of which one works while the others wait. Their
/// iterations take turns, and who is first changes too, so that a machine that gets slower or quicker does it to all.
/// </summary>
internal static class Turns
{
    private const int AtLeast = 3;

    // At a constant rate there are few messages, and the runtime takes longer to replace its first code.
    private const int SettlingPaced = 3;

    /// <summary>Measures as many iterations as wanted, or fewer when this machine needs longer than <paramref name="atMost"/>.</summary>
    /// <remarks>Processes start and warm up together, which is quicker; the first turns, in which they may still settle, are thrown away.</remarks>
    /// <exception cref="MeasurementException">One of them has failed: none is measured.</exception>
    public static async Task<TurnsResult> Measure(
        IReadOnlyList<State> states, IWorkload workload, int messages, int iterations, TimeSpan atMost)
    {
        var starting = states.Prepend(States.Uninstrumented).Select(state => ChildProcess.Start(state, workload, messages)).ToList();
        try
        {
            var children = await Task.WhenAll(starting);
            for (var i = 0; i < (workload.IsPaced ? SettlingPaced : 1); i++)
            {
                await Round(children, first: i);
            }

            var rounds = new List<Iteration[]>();
            var start = Stopwatch.GetTimestamp();
            for (var i = 0; i < iterations && (i < AtLeast || Stopwatch.GetElapsedTime(start) < atMost); i++)
            {
                rounds.Add(await Round(children, i));
            }

            var totals = new List<Totals>();
            foreach (var child in children)
            {
                totals.Add(await child.Finish());
            }

            return new TurnsResult(rounds, totals);
        }
        finally
        {
            await Task.WhenAll(starting.Where(child => child.IsCompletedSuccessfully).Select(child => child.Result.DisposeAsync().AsTask()));
        }
    }

    private static async Task<Iteration[]> Round(ChildProcess[] children, int first)
    {
        var round = new Iteration[children.Length];
        for (var i = 0; i < round.Length; i++)
        {
            var turn = (first + i) % round.Length;
            round[turn] = await children[turn].Iterate();
        }

        return round;
    }
}

/// <summary>Iterations of all in rounds, and what each process did in its life. The first of each is the uninstrumented one.</summary>
internal sealed record TurnsResult(IReadOnlyList<Iteration[]> Rounds, IReadOnlyList<Totals> Totals)
{
    /// <summary>A state, by its place in the list, beside the uninstrumented one.</summary>
    public PairResult Of(int state) =>
        new([.. Rounds.Select(round => round[0])], [.. Rounds.Select(round => round[state + 1])], Totals[state + 1]);
}
