namespace AkkaInstrumentation;

/// <summary>
/// The number of durations in each bucket, with the shortest and the longest duration. The bounds are those that the histograms advise. Nothing is
/// allocated before the first duration. Not thread-safe.
/// </summary>
internal sealed class DurationCounts
{
    /// <summary>Upper bounds in seconds. Durations above the last bound are in an extra bucket.</summary>
    public static readonly IReadOnlyList<double> Bounds = BucketAdvice.Durations.HistogramBucketBoundaries!;

    private static readonly double[] Sorted = [.. Bounds];

    private int[]? _counts;
    private double _shortest = double.MaxValue;
    private double _longest;

    /// <summary>The counts of another process; empty if it has different buckets.</summary>
    public static DurationCounts From(IReadOnlyList<int>? buckets) => buckets?.Count == Sorted.Length + 1 && buckets.Any(count => count > 0)
        ? new DurationCounts { _counts = [.. buckets], _shortest = 0, _longest = Sorted[^1] }
        : new DurationCounts();

    /// <param name="seconds">A duration. It falls into the first bucket whose bound it does not exceed.</param>
    public void Add(double seconds)
    {
        var bucket = Array.BinarySearch(Sorted, seconds);
        (_counts ??= new int[Sorted.Length + 1])[bucket < 0 ? ~bucket : bucket]++;
        _shortest = Math.Min(_shortest, seconds);
        _longest = Math.Max(_longest, seconds);
    }

    /// <summary>Adds all durations of another one.</summary>
    public void Add(DurationCounts other)
    {
        for (var i = 0; i < other._counts?.Length; i++)
        {
            (_counts ??= new int[Sorted.Length + 1])[i] += other._counts[i];
        }

        _shortest = Math.Min(_shortest, other._shortest);
        _longest = Math.Max(_longest, other._longest);
    }

    /// <summary>The number of durations in each bucket, summed up.</summary>
    public static IReadOnlyList<int> Buckets(IEnumerable<DurationCounts> some) => Sum(some)._counts ?? new int[Sorted.Length + 1];

    /// <summary>
    /// Interpolated within the bucket that the percentile falls into, and never outside of what was measured. Null when there were no durations.
    /// Above the last bound, the estimate is that bound, and <see cref="DurationEstimate.Above"/> is true.
    /// </summary>
    public static DurationEstimate? Percentile(IEnumerable<DurationCounts> some, double fraction) => Sum(some).Percentile(fraction);

    /// <inheritdoc cref="Percentile(IEnumerable{DurationCounts}, double)"/>
    public DurationEstimate? Percentile(double fraction)
    {
        var (total, below) = (_counts?.Sum() ?? 0, 0);
        for (var i = 0; i < _counts?.Length; i++)
        {
            var here = _counts[i];
            if (here > 0 && below + here >= fraction * total)
            {
                if (i == Sorted.Length)
                {
                    return new(Microseconds(Sorted[^1]), Above: true);
                }

                var estimate = Between(i == 0 ? 0 : Sorted[i - 1], Sorted[i], ((fraction * total) - below) / here);
                return new(Microseconds(Math.Clamp(estimate, _shortest, _longest)), Above: false);
            }

            below += here;
        }

        return null;
    }

    private static DurationCounts Sum(IEnumerable<DurationCounts> some)
    {
        var sum = new DurationCounts();
        foreach (var counts in some)
        {
            sum.Add(counts);
        }

        return sum;
    }

    private static double Between(double lower, double upper, double share) => lower + ((upper - lower) * share);

    private static double Microseconds(double seconds) => Math.Round(seconds * 1e6, 1);
}

/// <summary>An estimate in microseconds.</summary>
/// <param name="Us">The estimate.</param>
/// <param name="Above">Whether the duration was longer than the last bound of the histogram, which is then the estimate.</param>
internal sealed record DurationEstimate(double Us, bool Above);
