using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Several states beside the uninstrumented one: a process each, of which one works while the others wait. Their
/// iterations take turns, and who is first changes too, so that a machine that gets slower or quicker does it to all.
/// </summary>
internal static class Turns
{
    private const int AtLeast = 3;

    /// <summary>Measures as many iterations as wanted, or fewer when this machine needs longer than <paramref name="atMost"/>.</summary>
    /// <param name="states">Those beside the uninstrumented one.</param>
    /// <param name="atOnce">Processes start and warm up together: quicker, and an iteration each is thrown away for it.</param>
    public static async Task<TurnsResult> Measure(
        IReadOnlyList<State> states, IWorkload workload, int messages, int iterations, TimeSpan atMost, bool atOnce = false)
    {
        var children = new List<ChildProcess>();
        try
        {
            foreach (var batch in states.Prepend(States.Uninstrumented).Chunk(atOnce ? int.MaxValue : 1))
            {
                var starting = batch.Select(state => ChildProcess.Start(state, workload, messages)).ToList();
                foreach (var child in starting)
                {
                    children.Add(await child);
                }
            }

            if (atOnce)
            {
                await Round(children, first: 0);
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
            foreach (var child in children)
            {
                await child.DisposeAsync();
            }
        }
    }

    private static async Task<Iteration[]> Round(List<ChildProcess> children, int first)
    {
        var round = new Iteration[children.Count];
        for (var i = 0; i < round.Length; i++)
        {
            var turn = (first + i) % round.Length;
            round[turn] = await children[turn].Iterate();
        }

        return round;
    }
}

/// <summary>Iterations of all in rounds, and what each process did in its life. The first of each is the uninstrumented one.</summary>
internal sealed record TurnsResult(IReadOnlyList<Iteration[]> Rounds, IReadOnlyList<Totals> Totals);
