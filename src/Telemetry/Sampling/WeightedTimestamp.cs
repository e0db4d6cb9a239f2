using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Numerics;

namespace AkkaInstrumentation;

/// <summary>
/// In 8 bytes: the time at which a message or a run was chosen to be timed, and the number of messages that it stands for. One of 2^k is chosen
/// at random, before its duration is known. So a sum of durations, each times 2^k, is unbiased, however often k changes.
/// </summary>
internal readonly struct WeightedTimestamp
{
    // Enough for the smallest possible share, 2^-24.
    private const int ShiftBits = 5;

    private readonly long _packed;

    /// <param name="ticks">
    /// <see cref="Stopwatch"/> ticks. If the clock counts nanoseconds, the remaining bits are enough for nine years after the machine's start.
    /// </param>
    /// <param name="share">The share of messages that was chosen, of <see cref="SamplingRandom.Always"/>.</param>
    public WeightedTimestamp(long ticks, ulong share) => _packed = (ticks << ShiftBits) | (long)ShiftOf(share);

    /// <summary>Whether it was not chosen.</summary>
    public bool IsNone => _packed == 0;

    public long Ticks => _packed >> ShiftBits;

    /// <summary>It stands for 2^Shift messages.</summary>
    public int Shift => (int)(_packed & ((1 << ShiftBits) - 1));

    /// <summary>The share of messages that was chosen, of <see cref="SamplingRandom.Always"/>.</summary>
    public ulong Share => SamplingRandom.Always >> Shift;

    /// <summary>
    /// Records the value in a histogram once for each message or run that it stands for, but not more often than <paramref name="most"/>
    /// (<see cref="TimingRate.MaxTimes"/>).
    /// </summary>
    public static void Record<T>(Histogram<T> histogram, T value, int shift, ReadOnlySpan<KeyValuePair<string, object?>> tags, int most)
        where T : struct
    {
        for (var times = Times(shift, most); times > 0; times--)
        {
            histogram.Record(value, tags);
        }
    }

    /// <summary>The number of records for a value that stands for 2^<paramref name="shift"/> messages or runs.</summary>
    public static int Times(int shift, int most) => Math.Min(1 << shift, most);

    /// <summary>Shares are powers of two.</summary>
    public static int ShiftOf(ulong share) => BitOperations.Log2(SamplingRandom.Always) - BitOperations.Log2(share);
}
