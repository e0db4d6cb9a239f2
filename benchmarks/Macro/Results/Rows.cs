namespace AkkaInstrumentation.Benchmarks;

/// <summary>Makes rows out of measured pairs.</summary>
internal static class Rows
{
    public static IEnumerable<Row> Of(
        IWorkload workload,
        IReadOnlyList<State> states,
        BenchOptions options,
        Dictionary<(IWorkload, State), List<PairResult>> results,
        Dictionary<(IWorkload, State), string> problems)
    {
        var messages = options.MessagesOf(workload);
        var plain = states.SelectMany(state => results.GetValueOrDefault((workload, state), [])).SelectMany(pair => pair.Plain).Distinct().ToList();
        if (plain.Count > 0)
        {
            yield return Figures(workload, States.Uninstrumented, messages, plain) with { Ratio = 1, RatioLow = 1, RatioHigh = 1 };
        }

        foreach (var state in states)
        {
            yield return results.TryGetValue((workload, state), out var pairs)
                ? Measured(workload, state, messages, pairs) with { Problem = problems.GetValueOrDefault((workload, state)) }
                : new Row { Workload = workload.Name, State = state.Name, Messages = messages, Problem = problems[(workload, state)] };
        }
    }

    private static Row Measured(IWorkload workload, State state, int messages, List<PairResult> pairs)
    {
        var measured = pairs.SelectMany(pair => pair.Measured).ToList();
        var ratios = pairs.SelectMany(pair => pair.Ratios).ToList();
        var plainBytes = pairs.SelectMany(pair => pair.Plain).Select(iteration => iteration.BytesPerMessage).Median();
        var row = Figures(workload, state, messages, measured);
        return row with
        {
            Ratio = Math.Round(ratios.Median(), 3),
            CpuRatio = Cpu(0.5),
            CpuRatioLow = Cpu(0.25),
            CpuRatioHigh = Cpu(0.75),
            P50Ratio = RatioOf(pairs, iteration => iteration.Latencies?.P50),
            P90Ratio = P90(0.5),
            P90RatioLow = P90(0.25),
            P90RatioHigh = P90(0.75),
            RatioLow = Math.Round(ratios.Quantile(0.25), 3),
            RatioHigh = Math.Round(ratios.Quantile(0.75), 3),
            BytesAdded = Math.Round(row.BytesPerMessage - plainBytes, 2),
            MessagesInAll = pairs.Sum(pair => pair.Totals.Messages),
            SpansExported = pairs.Sum(pair => pair.Totals.SpansExported),
            PointsRecorded = pairs.Sum(pair => pair.Totals.PointsRecorded),
            PointsExported = pairs.Sum(pair => pair.Totals.PointsExported),
        };

        double? Cpu(double share) => workload is { IsPaced: true, MeasuresProcessorTime: true }
            ? RatioOf(pairs, iteration => iteration.CpuNanosecondsPerMessage, share) : null;

        double? P90(double share) => RatioOf(pairs, iteration => iteration.Latencies?.P90, share);
    }

    private static double? RatioOf(List<PairResult> pairs, Func<Iteration, double?> figure, double share = 0.5) =>
        pairs.SelectMany(pair => pair.RatiosOf(figure)).ToList() is { Count: > 0 } ratios ? Math.Round(ratios.Quantile(share), 3) : null;

    private static Row Figures(IWorkload workload, State state, int messages, List<Iteration> iterations) => new()
    {
        Workload = workload.Name,
        State = state.Name,
        Messages = messages,
        Iterations = iterations.Count,
        Latencies = Latencies.MedianOf(iterations),
        MessagesPerSecond = Math.Round(iterations.Select(iteration => iteration.MessagesPerSecond).Median()),
        BytesPerMessage = Math.Round(iterations.Select(iteration => iteration.BytesPerMessage).Median(), 2),
        CpuNanosecondsPerMessage = Math.Round(iterations.Select(iteration => iteration.CpuNanosecondsPerMessage).Median()),
        GcPauseNanosecondsPerMessage = Math.Round(iterations.Select(iteration => iteration.GcPauseNanosecondsPerMessage).Median(), 1),
        PoolItemsPerMessage = Math.Round(iterations.Select(iteration => iteration.PoolItemsPerMessage).Median(), 4),
        Gen0 = iterations.Select(iteration => (double)iteration.Gen0).Median(),
        Gen1 = iterations.Select(iteration => (double)iteration.Gen1).Median(),
        Gen2 = iterations.Select(iteration => (double)iteration.Gen2).Median(),
    };
}
