namespace AkkaInstrumentation;

/// <summary>
/// How many durations fell between which bounds, in about a second. Bounds are those that the histograms advise. Nothing is allocated before the
/// first duration. Not thread-safe.
/// </summary>
internal sealed class DurationCounts
{
    private static readonly double[] Bounds = [.. BucketAdvice.Durations.HistogramBucketBoundaries!];

    private int[]? _counts;

    /// <param name="seconds">A duration. It falls into the first bucket whose bound it does not exceed.</param>
    public void Add(double seconds)
    {
        var bucket = Array.BinarySearch(Bounds, seconds);
        (_counts ??= new int[Bounds.Length + 1])[bucket < 0 ? ~bucket : bucket]++;
    }

    /// <summary>
    /// Interpolated within the bucket that the percentile falls into. Null when there were no durations. Above the last bound, the estimate is that
    /// bound, and <see cref="DurationEstimate.Above"/> is true.
    /// </summary>
    public static DurationEstimate? Percentile(IEnumerable<DurationCounts> some, double fraction)
    {
        Span<long> sums = stackalloc long[Bounds.Length + 1];
        var total = 0L;
        foreach (var counts in some)
        {
            for (var i = 0; i < counts._counts?.Length; i++)
            {
                sums[i] += counts._counts[i];
                total += counts._counts[i];
            }
        }

        var below = 0L;
        for (var i = 0; i < sums.Length; i++)
        {
            if (sums[i] > 0 && below + sums[i] >= fraction * total)
            {
                return i == Bounds.Length
                    ? new(Microseconds(Bounds[^1]), Above: true)
                    : new(Microseconds(Between(i == 0 ? 0 : Bounds[i - 1], Bounds[i], ((fraction * total) - below) / sums[i])), Above: false);
            }

            below += sums[i];
        }

        return null;
    }

    private static double Between(double lower, double upper, double share) => lower + ((upper - lower) * share);

    private static double Microseconds(double seconds) => Math.Round(seconds * 1e6, 1);
}

/// <summary>An estimate in microseconds.</summary>
/// <param name="Us">The estimate.</param>
/// <param name="Above">The estimate is the last bound of the histogram, and the duration was longer.</param>
internal sealed record DurationEstimate(double Us, bool Above);
