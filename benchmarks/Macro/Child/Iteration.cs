namespace AkkaInstrumentation.Benchmarks;

/// <summary>What one iteration of a workload took, as the measuring process reports it to its parent.</summary>
internal sealed record Iteration(
    long Messages, double Seconds, double CpuSeconds, long Bytes, double GcPauseSeconds, long PoolItems, int Gen0, int Gen1, int Gen2, Latencies? Latencies = null)
{
    public double MessagesPerSecond => Messages / Seconds;

    public double BytesPerMessage => (double)Bytes / Messages;

    public double CpuNanosecondsPerMessage => CpuSeconds * 1e9 / Messages;

    public double PoolItemsPerMessage => (double)PoolItems / Messages;

    public double GcPauseNanosecondsPerMessage => GcPauseSeconds * 1e9 / Messages;
}

/// <summary>What a process handled in its whole life, warm-up included, and what its listeners got of it.</summary>
internal sealed record Totals(long Messages, long SpansExported, long PointsRecorded, long PointsExported);
