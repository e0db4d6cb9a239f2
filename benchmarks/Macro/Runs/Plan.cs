namespace AkkaInstrumentation.Benchmarks;

/// <summary>Which pairs of workload and state a run measures.</summary>
internal static class Plan
{
    /// <summary>The states of the other workloads unless the command line names some: those that people run in production.</summary>
    private static readonly string[] Common = ["off", "idle", "metrics", "trace-1pct", "trace-all", "both-1pct", "both-all"];

    public static IEnumerable<(IWorkload Workload, IReadOnlyList<State> States)> For(BenchOptions options)
    {
        foreach (var workload in Workloads.All)
        {
            if (options.Workloads?.Contains(workload.Name) ?? (!options.Quick || workload is Tell3M))
            {
                yield return (workload, [.. States.All.Where(state => Measures(options, workload, state))]);
            }
        }
    }

    private static bool Measures(BenchOptions options, IWorkload workload, State state) =>
        state != States.Uninstrumented
        && (options.States?.Contains(state.Name) ?? (workload is Tell3M || Common.Contains(state.Name)));
}
