using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Numerics;

namespace AkkaInstrumentation;

/// <summary>
/// When a message or a run was chosen to be timed and how many it stands for, in 8 bytes: of 2^k alike one is chosen, by chance and
/// before anything is known of its duration. So a sum of durations, each times 2^k, is unbiased however often k changes.
/// </summary>
internal readonly struct Chosen
{
    /// <summary>
    /// How often a value is given to a histogram at most. A histogram has no weights, so what stands for 2^k messages is
    /// recorded 2^k times; beyond this number that would cost what not recording each message is to save.
    /// </summary>
    public const int MostTimes = 8;

    // enough for the smallest share that there is, 2^-24
    private const int ShiftBits = 5;

    private readonly long _packed;

    /// <param name="ticks"><see cref="Stopwatch"/> ticks; of a clock in nanoseconds what fits lasts nine years after the machine's start.</param>
    /// <param name="share">The share of messages that was chosen, of <see cref="Coin.Always"/>.</param>
    public Chosen(long ticks, ulong share) => _packed = (ticks << ShiftBits) | (long)ShiftOf(share);

    private Chosen(long packed) => _packed = packed;

    /// <summary>The 8 bytes; 0 is none.</summary>
    public long Packed => _packed;

    /// <summary>It was not chosen.</summary>
    public bool IsNone => _packed == 0;

    public long Ticks => _packed >> ShiftBits;

    /// <summary>It stands for 2 to the power of this.</summary>
    public int Shift => (int)(_packed & ((1 << ShiftBits) - 1));

    /// <summary>The share of messages that was chosen, of <see cref="Coin.Always"/>.</summary>
    public ulong Share => Coin.Always >> Shift;

    /// <param name="packed">See <see cref="Packed"/>.</param>
    public static Chosen Of(long packed) => new(packed);

    /// <summary>Gives a histogram the value as often as it counts, within reason.</summary>
    public static void Record(Histogram<double> histogram, double value, int shift, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        for (var times = Times(shift); times > 0; times--)
        {
            histogram.Record(value, tags);
        }
    }

    /// <inheritdoc cref="Record(Histogram{double},double,int,ReadOnlySpan{KeyValuePair{string,object}})"/>
    public static void Record(Histogram<int> histogram, int value, int shift, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        for (var times = Times(shift); times > 0; times--)
        {
            histogram.Record(value, tags);
        }
    }

    /// <summary>How often a histogram is given what stands for 2 to the power of <paramref name="shift"/>.</summary>
    public static int Times(int shift) => Math.Min(1 << shift, MostTimes);

    /// <summary>Shares are powers of two.</summary>
    public static int ShiftOf(ulong share) => BitOperations.Log2(Coin.Always) - BitOperations.Log2(share);
}
