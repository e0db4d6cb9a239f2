namespace AkkaInstrumentation.Benchmarks;

/// <summary>Percentiles of a workload's latencies, in microseconds.</summary>
internal sealed record Latencies(double P50, double P90, double P99, double P999)
{
    public static Latencies Of(LatencyHistogram histogram) =>
        new(histogram.Microseconds(0.5), histogram.Microseconds(0.9), histogram.Microseconds(0.99), histogram.Microseconds(0.999));

    /// <summary>The median of each percentile; null when nothing was measured.</summary>
    public static Latencies? MedianOf(IEnumerable<Iteration> iterations)
    {
        var measured = iterations.Select(iteration => iteration.Latencies).OfType<Latencies>().ToList();
        return measured.Count == 0
            ? null
            : new(MedianOf(each => each.P50), MedianOf(each => each.P90), MedianOf(each => each.P99), MedianOf(each => each.P999));

        double MedianOf(Func<Latencies, double> of) => Math.Round(measured.Select(of).Median(), 1);
    }
}
