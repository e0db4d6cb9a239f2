namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Runs a plan. The states of a workload are measured in two groups, those that cost a little and those that cost a lot, each in rounds with
/// new processes: the same program in two processes differs by more than two iterations of one.
/// </summary>
internal static class Rounds
{
    public static Task<Result> Run(BenchOptions options) => Run(options, [.. Plan.For(options)]);

    public static async Task<Result> Run(BenchOptions options, IReadOnlyList<(IWorkload Workload, IReadOnlyList<State> States)> plan)
    {
        var results = new Dictionary<(IWorkload, State), List<PairResult>>();
        var problems = new Dictionary<(IWorkload, State), string>();
        foreach (var (workload, states) in plan)
        {
            foreach (var group in states.GroupBy(state => state.IsExpensive))
            {
                for (var round = 1; round <= options.RoundsOf(workload, group.Key); round++)
                {
                    await Measure(options, workload, [.. group], results, problems);
                }
            }
        }

        var rows = plan.SelectMany(entry => Rows.Of(entry.Workload, entry.States, options, results, problems)).ToList();
        return Result.Of(options, rows);
    }

    // A state whose process fails is left out, and the others of its group are measured without it.
    private static async Task Measure(
        BenchOptions options,
        IWorkload workload,
        List<State> states,
        Dictionary<(IWorkload, State), List<PairResult>> results,
        Dictionary<(IWorkload, State), string> problems)
    {
        states.RemoveAll(state => problems.ContainsKey((workload, state)));
        while (states.Count > 0)
        {
            try
            {
                var turns = await Turns.Measure(
                    states, workload, options.MessagesOf(workload), options.IterationsOf(workload), options.AtMostOf(workload));
                for (var i = 0; i < states.Count; i++)
                {
                    var pair = turns.Of(i);
                    if (!results.TryGetValue((workload, states[i]), out var list))
                    {
                        results.Add((workload, states[i]), list = []);
                    }

                    list.Add(pair);
                    Console.WriteLine($"{workload.Name,-15} {states[i].Name,-18}{pair.Ratios.Median():0.00}");
                }

                return;
            }
            catch (MeasurementException problem)
            {
                Console.WriteLine(problem.Message);
                foreach (var state in states.Where(state => problem.State == States.Uninstrumented || state == problem.State).ToList())
                {
                    problems[(workload, state)] = problem.Message;
                    states.Remove(state);
                }
            }
        }
    }
}
