using System.Numerics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Counts durations in buckets whose width is 1/64 of the value, as HdrHistogram does: a percentile is right to 1.6 %. One thread writes at a time.
/// </summary>
internal sealed class LatencyHistogram
{
    private const int SubBits = 6;
    private const int Sub = 1 << SubBits;

    private readonly long[] _counts = new long[(64 - SubBits) * Sub];
    private long _all;

    /// <param name="nanoseconds">A negative value counts as 0.</param>
    public void Record(long nanoseconds)
    {
        _counts[IndexOf(Math.Max(nanoseconds, 0))]++;
        _all++;
    }

    /// <summary>The value that this share of the durations does not exceed, in microseconds: the upper end of its bucket. 0 when there are none.</summary>
    public double Microseconds(double share)
    {
        var wanted = Math.Max(1, (long)Math.Ceiling(share * _all));
        var seen = 0L;
        for (var i = 0; i < _counts.Length; i++)
        {
            seen += _counts[i];
            if (seen >= wanted && _all > 0)
            {
                return UpperEndOf(i) / 1e3;
            }
        }

        return 0;
    }

    public void Clear()
    {
        Array.Clear(_counts);
        _all = 0;
    }

    private static int IndexOf(long value)
    {
        var shift = Math.Max(0, BitOperations.Log2((ulong)value | 1) - SubBits);
        return (shift << SubBits) + (int)(value >> shift);
    }

    private static double UpperEndOf(int index)
    {
        var shift = Math.Max(0, (index >> SubBits) - 1);
        return (double)(index - (shift << SubBits) + 1) * (1L << shift);
    }
}
