namespace AkkaInstrumentation.Benchmarks;

/// <summary>Which pairs of workload and state a run measures.</summary>
internal static class Plan
{
    /// <summary>The states of the other workloads unless the command line names some: those that people run in production, each beside the same by hand.</summary>
    public static readonly string[] Common =
    [
        "idle", "metrics", "hand-metrics", "both-1pct", "hand-trace-1pct", "hand-both-1pct-kept", "both-budget", "hand-both-budget", "both-all", "hand-both-all",
        "hand-trace-same",
    ];

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

    /// <summary>States that were asked for and that the library cannot be in yet, with what it lacks.</summary>
    public static IReadOnlyList<string> NotBuilt(BenchOptions options) =>
    [
        .. States.All
            .Where(state => state.Unknown.Count > 0 && (options.States?.Contains(state.Name) ?? true))
            .Select(state => $"{state.Name} ({string.Join(", ", state.Unknown)})"),
    ];

    private static bool Measures(BenchOptions options, IWorkload workload, State state) =>
        state != States.Uninstrumented
        && state.Unknown.Count == 0
        && (options.States?.Contains(state.Name) ?? (workload is Tell3M || (workload.States ?? Common).Contains(state.Name)));
}
