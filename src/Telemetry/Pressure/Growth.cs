using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>What a look at a mailbox' depth has found.</summary>
internal enum GrowthNews
{
    None,

    /// <summary>It has been growing for the time that settings allow.</summary>
    Growing,

    /// <summary>It was told of, and has doubled since and still grows.</summary>
    Doubled,

    /// <summary>It was told of, and has come down again.</summary>
    Recovered,
}

/// <summary>
/// Whether one mailbox grows, out of its depth at regular looks. It grows when it has been above the least depth for the
/// whole time, is deeper than at its begin and in its middle, and its lowest point of the second half lies above that of the first: a mailbox that
/// is filled and emptied in turns does not, however full it gets. Once that is so it has recovered only at half of the least
/// depth, so that one at the border is told once.
/// </summary>
internal sealed class Growth(int leastDepth)
{
    /// <summary>Periods in the time that a mailbox may grow.</summary>
    public const int Looks = 8;

    private readonly int[] _depths = new int[Looks + 1];
    private readonly long[] _times = new long[Looks + 1];
    private int _count;
    private int _toldAt;

    /// <summary>Depth at which one that was told of has recovered.</summary>
    public int RecoveredDepth => leastDepth / 2;

    public bool IsTold => _toldAt > 0;

    /// <summary>For whoever tells: whether it was said aloud, or held back because too much was.</summary>
    public bool IsAloud { get; set; }

    /// <summary>For whoever tells: whether it is in the counter.</summary>
    public bool IsCounted { get; set; }

    public int Depth { get; private set; }

    public int Peak { get; private set; }

    /// <summary><see cref="Stopwatch"/> ticks of the first look at which it was above the least depth.</summary>
    public long Since { get; private set; }

    /// <summary>Messages per second over the time that was looked at.</summary>
    public double PerSecond => _count < 2 ? 0 : (Newest - _depths[0]) / Math.Max(Ticks.ToSeconds(_times[_count - 1] - _times[0]), 1e-6);

    private int Newest => _depths[_count - 1];

    public GrowthNews Note(int depth, long now)
    {
        Depth = depth;
        Peak = Math.Max(Peak, depth);
        if (depth < leastDepth)
        {
            _count = 0;
            return IsTold && depth <= RecoveredDepth ? GrowthNews.Recovered : GrowthNews.None;
        }

        Keep(depth, now);
        if (!IsGrowing || (IsTold && depth / 2 < _toldAt))
        {
            return GrowthNews.None;
        }

        var news = IsTold ? GrowthNews.Doubled : GrowthNews.Growing;
        _toldAt = depth;
        return news;
    }

    private bool IsGrowing =>
        _count == _depths.Length
        && Newest > _depths[0]
        && Newest > _depths[Looks / 2]
        && Lowest(_depths.AsSpan(Looks / 2)) > Lowest(_depths.AsSpan(0, Looks / 2));

    private static int Lowest(ReadOnlySpan<int> depths)
    {
        var lowest = int.MaxValue;
        foreach (var depth in depths)
        {
            lowest = Math.Min(lowest, depth);
        }

        return lowest;
    }

    private void Keep(int depth, long now)
    {
        if (_count == 0 && !IsTold)
        {
            Since = now;
        }

        if (_count == _depths.Length)
        {
            _depths.AsSpan(1).CopyTo(_depths);
            _times.AsSpan(1).CopyTo(_times);
            _count--;
        }

        (_depths[_count], _times[_count]) = (depth, now);
        _count++;
    }
}
