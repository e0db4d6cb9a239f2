using OpenTelemetry.Metrics;

namespace WebApi.LivePage.Metrics;

/// <summary>Counts of a histogram with explicit bounds; several can be added up, and percentiles estimated.</summary>
internal sealed class Buckets
{
    private double[] _upperBounds;
    private long[] _counts;

    public Buckets()
        : this([], [])
    {
    }

    internal Buckets(double[] upperBounds, long[] counts)
    {
        _upperBounds = upperBounds;
        _counts = counts;
    }

    public long Count => _counts.Sum();

    public void Add(HistogramBuckets histogram)
    {
        var bounds = new List<double>();
        var counts = new List<long>();
        foreach (var bucket in histogram)
        {
            bounds.Add(bucket.ExplicitBound);
            counts.Add(bucket.BucketCount);
        }

        Add(new Buckets([.. bounds], [.. counts]));
    }

    public void Add(Buckets other)
    {
        if (_counts.Length == 0)
        {
            _upperBounds = other._upperBounds;
            _counts = [.. other._counts];
        }
        else if (other._counts.Length > 0)
        {
            _counts = Combine(other, (mine, others) => mine + others);
        }
    }

    public Buckets Since(Buckets earlier) => earlier._counts.Length == 0
        ? this
        : new Buckets(_upperBounds, Combine(earlier, (mine, others) => mine - others));

    /// <summary>
    /// By interpolation within the bucket that the percentile falls into. Null when there is nothing to estimate from. Above
    /// the last bound nothing is known but that: the last bound, and that it is more.
    /// </summary>
    public Estimate? Percentile(double fraction)
    {
        var total = Count;
        var rank = fraction * total;
        var below = 0L;
        for (var i = 0; i < _counts.Length; i++)
        {
            if (_counts[i] > 0 && below + _counts[i] >= rank)
            {
                var lower = i == 0 ? 0 : _upperBounds[i - 1];
                return double.IsPositiveInfinity(_upperBounds[i])
                    ? new Estimate(lower, IsAbove: true)
                    : new Estimate(lower + ((_upperBounds[i] - lower) * (rank - below) / _counts[i]), IsAbove: false);
            }

            below += _counts[i];
        }

        return null;
    }

    // All histograms of one instrument have the same bounds.
    private long[] Combine(Buckets other, Func<long, long, long> combine) => [.. _counts.Zip(other._counts, combine)];
}

/// <summary>About so many seconds, or more than that.</summary>
internal readonly record struct Estimate(double Seconds, bool IsAbove);
