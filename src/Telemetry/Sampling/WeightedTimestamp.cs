using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Numerics;

namespace AkkaInstrumentation;

/// <summary>
/// The time at which a message or a run was chosen to be timed, and its purpose, in 8 bytes. A message that was chosen to be measured stands for 2^k
/// messages, because one of 2^k is chosen at random, before its duration is known. So a sum of durations, each multiplied by 2^k, is unbiased,
/// however often k changes. A message that was chosen to be sampled begins a trace if it is in none.
/// </summary>
internal readonly struct WeightedTimestamp
{
    // Five bits for the shift, enough for the smallest possible share, 2^-24; one for the sample. If the clock counts nanoseconds, the others are
    // enough for four years before and after the process's start.
    private const int Bits = 6;
    private const int Sampled = 1 << 5;
    private const int ShiftMask = Sampled - 1;
    private const int NotMeasured = ShiftMask;

    private static readonly long Base = Stopwatch.GetTimestamp() - 1;

    private readonly long _packed;

    /// <param name="ticks"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="share">The share of messages that was to be measured, of <see cref="SamplingRandom.Always"/>.</param>
    /// <param name="isMeasured">Whether the message is one of that share. If not, its time is used for its trace only.</param>
    /// <param name="isSampled">Whether it begins a trace if it is in none.</param>
    public WeightedTimestamp(long ticks, ulong share, bool isMeasured = true, bool isSampled = false) =>
        _packed = ((ticks - Base) << Bits) | (isSampled ? Sampled : 0L) | (long)(isMeasured ? ShiftOf(share) : NotMeasured);

    /// <summary>Whether it was not chosen.</summary>
    public bool IsNone => _packed == 0;

    /// <summary><see cref="Stopwatch"/> ticks; 0 if it was not chosen.</summary>
    public long Ticks => IsNone ? 0 : (_packed >> Bits) + Base;

    public bool IsMeasured => !IsNone && (_packed & ShiftMask) != NotMeasured;

    public bool IsSampled => (_packed & Sampled) != 0;

    /// <summary>It stands for 2^Shift messages, if it is measured.</summary>
    public int Shift => (int)(_packed & ShiftMask);

    /// <summary>The share of messages that was measured, of <see cref="SamplingRandom.Always"/>.</summary>
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
