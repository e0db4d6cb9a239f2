using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>Bucket bounds that the histograms advise.</summary>
internal static class BucketAdvice
{
    /// <summary>
    /// In seconds, from 1 microsecond to 5 minutes. Actors are faster than the HTTP calls for which the default bounds are made, and some work on one
    /// message for minutes.
    /// </summary>
    public static readonly InstrumentAdvice<double> Durations = new()
    {
        HistogramBucketBoundaries =
        [
            0.000001, 0.0000025, 0.000005, 0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001,
            0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
            30, 60, 120, 300,
        ],
    };

    /// <summary>In events per recovery.</summary>
    public static readonly InstrumentAdvice<long> Replays = new()
    {
        HistogramBucketBoundaries = [0, 1, 10, 100, 1_000, 10_000, 100_000],
    };

    /// <summary>In messages per run. Akka's default throughput is 30.</summary>
    public static readonly InstrumentAdvice<int> Batches = new()
    {
        HistogramBucketBoundaries = [0, 1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1_000],
    };
}
