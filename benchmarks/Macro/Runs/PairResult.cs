namespace AkkaInstrumentation.Benchmarks;

/// <summary>Iterations of a state and of plain Akka in the same turns, of one process each.</summary>
internal sealed record PairResult(IReadOnlyList<Iteration> Plain, IReadOnlyList<Iteration> Measured, Totals Totals)
{
    public IEnumerable<double> Ratios =>
        Plain.Zip(Measured, (plain, measured) => measured.MessagesPerSecond / plain.MessagesPerSecond);

    public IEnumerable<double> CpuRatios =>
        Plain.Zip(Measured, (plain, measured) => measured.CpuNanosecondsPerMessage / plain.CpuNanosecondsPerMessage);

    /// <summary>Of a percentile of the latencies; none where they are not measured.</summary>
    public IEnumerable<double> LatencyRatios(Func<Latencies, double> percentile) =>
        from pair in Plain.Zip(Measured, (plain, measured) => (Plain: plain.Latencies, Measured: measured.Latencies))
        where pair is { Plain: not null, Measured: not null }
        select percentile(pair.Measured) / percentile(pair.Plain);
}
