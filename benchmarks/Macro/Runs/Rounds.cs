namespace AkkaInstrumentation.Benchmarks;

/// <summary>Runs a plan: each round measures every pair once, with new processes.</summary>
internal static class Rounds
{
    public static Task<Result> Run(BenchOptions options) => Run(options, [.. Plan.For(options)]);

    public static async Task<Result> Run(BenchOptions options, IReadOnlyList<(IWorkload Workload, IReadOnlyList<State> States)> plan)
    {
        var results = new Dictionary<(IWorkload, State), List<PairResult>>();
        var problems = new Dictionary<(IWorkload, State), string>();
        for (var round = 1; round <= options.Rounds; round++)
        {
            foreach (var (workload, states) in plan)
            {
                foreach (var state in states)
                {
                    await Measure(options, workload, state, results, problems);
                }
            }
        }

        var rows = plan.SelectMany(entry => Rows.Of(entry.Workload, entry.States, options, results, problems)).ToList();
        return Result.Of(options, rows);
    }

    private static async Task Measure(
        BenchOptions options,
        IWorkload workload,
        State state,
        Dictionary<(IWorkload, State), List<PairResult>> results,
        Dictionary<(IWorkload, State), string> problems)
    {
        Console.Write($"{workload.Name,-15} {state.Name,-18}");
        try
        {
            var pair = await Pair.Measure(
                state, workload, options.MessagesOf(workload), options.IterationsOf(workload), options.AtMostOf(workload));
            if (!results.TryGetValue((workload, state), out var list))
            {
                results.Add((workload, state), list = []);
            }

            list.Add(pair);
            Console.WriteLine($"{pair.Ratios.Median():0.00}");
        }
        catch (MeasurementException problem)
        {
            problems[(workload, state)] = problem.Message;
            Console.WriteLine(problem.Message);
        }
    }
}
