using System.Text.Json.Serialization;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>One line of the results. Ratios are to the uninstrumented iteration next to each; rates and bytes are medians.</summary>
internal sealed record Row
{
    public required string Workload { get; init; }

    public required string State { get; init; }

    /// <summary>Messages of one iteration.</summary>
    public required int Messages { get; init; }

    /// <summary>Measured iterations, over all rounds.</summary>
    public int Iterations { get; init; }

    public double MessagesPerSecond { get; init; }

    /// <summary>Median of the paired ratios of messages per second.</summary>
    public double Ratio { get; init; }

    /// <summary>Their lower quartile.</summary>
    public double RatioLow { get; init; }

    /// <summary>Their upper quartile.</summary>
    public double RatioHigh { get; init; }

    public double BytesPerMessage { get; init; }

    /// <summary>Above the uninstrumented iterations of the same pairs.</summary>
    public double BytesAdded { get; init; }

    /// <summary>Processor time of the whole process, exporter and collector included.</summary>
    public double CpuNanosecondsPerMessage { get; init; }

    /// <summary>How long garbage collections stopped all threads.</summary>
    public double GcPauseNanosecondsPerMessage { get; init; }

    /// <summary>The median of the paired ratios of processor time a message; null where the processor time is not the work's alone.</summary>
    public double? CpuRatio { get; init; }

    /// <summary>Their lower quartile; null in records that have none.</summary>
    public double? CpuRatioLow { get; init; }

    /// <summary>Their upper quartile.</summary>
    public double? CpuRatioHigh { get; init; }

    /// <summary>Of workloads that measure them.</summary>
    public Latencies? Latencies { get; init; }

    /// <summary>The median of the paired ratios of the 50th percentile; null where no latency is measured.</summary>
    public double? P50Ratio { get; init; }

    /// <summary>The same of the 90th.</summary>
    public double? P90Ratio { get; init; }

    /// <summary>The lower quartile of these.</summary>
    public double? P90RatioLow { get; init; }

    /// <summary>Their upper quartile.</summary>
    public double? P90RatioHigh { get; init; }

    /// <summary>What the thread pool executed: mostly runs of mailboxes, so its inverse is about the length of a batch.</summary>
    public double PoolItemsPerMessage { get; init; }

    /// <summary>Garbage collections of an iteration.</summary>
    public double Gen0 { get; init; }

    public double Gen1 { get; init; }

    public double Gen2 { get; init; }

    /// <summary>What the processes handled in all, warm-up included: the next three are of these.</summary>
    public long MessagesInAll { get; init; }

    public long SpansExported { get; init; }

    /// <summary>Values that histograms were given.</summary>
    public long PointsRecorded { get; init; }

    /// <summary>Metric points that reached the exporter, over all collections.</summary>
    public long PointsExported { get; init; }

    /// <summary>Why there are no figures; null when there are.</summary>
    public string? Problem { get; init; }

    /// <summary>Whether the middle half of the ratios is wider than their distance to plain Akka, so that the difference is noise.</summary>
    [JsonIgnore]
    public bool IsNoise => IsWide(Ratio, RatioLow, RatioHigh);

    /// <summary>The same of the processor time.</summary>
    [JsonIgnore]
    public bool IsCpuNoise => IsWide(CpuRatio, CpuRatioLow, CpuRatioHigh);

    /// <summary>The same of the 90th percentile.</summary>
    [JsonIgnore]
    public bool IsP90Noise => IsWide(P90Ratio, P90RatioLow, P90RatioHigh);

    private static bool IsWide(double? ratio, double? low, double? high) => high - low > Math.Abs((ratio ?? 1) - 1);
}
