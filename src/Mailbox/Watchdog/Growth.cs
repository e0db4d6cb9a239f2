using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The result of one look at a mailbox's depth.</summary>
internal enum GrowthNews
{
    None,

    /// <summary>The mailbox has been growing for the configured time.</summary>
    Growing,

    /// <summary>The mailbox was reported, has doubled since, and still grows.</summary>
    Doubled,

    /// <summary>The mailbox was reported and has recovered.</summary>
    Recovered,
}

/// <summary>
/// Decides whether one mailbox grows, from its depth at regular looks. Three conditions must hold. It has been above the minimum depth for the whole
/// time. It is deeper than at the begin and in the middle of that time. Its lowest depth in the second half is above its lowest depth in the first
/// half. So a mailbox that fills and empties in turns does not grow, however full it gets. A growing mailbox has recovered only at half of the
/// minimum depth. So a mailbox close to the limit is reported once.
/// </summary>
internal sealed class Growth(int minDepth)
{
    /// <summary>The number of looks in the time that a mailbox may grow.</summary>
    public const int Looks = 8;

    private readonly int[] _depths = new int[Looks + 1];
    private readonly long[] _times = new long[Looks + 1];
    private int _count;
    private int _reportedAt;

    /// <summary>The depth at which a reported mailbox has recovered.</summary>
    public int RecoveredDepth => minDepth / 2;

    public bool IsReported => _reportedAt > 0;

    /// <summary>For the reporting code: whether the report was written, or held back because there were too many.</summary>
    public bool IsLogged { get; set; }

    /// <summary>For the reporting code: whether the mailbox is in the counter.</summary>
    public bool IsCounted { get; set; }

    public int Depth { get; private set; }

    public int Peak { get; private set; }

    /// <summary><see cref="Stopwatch"/> ticks of the first look at which the mailbox was above the minimum depth.</summary>
    public long Since { get; private set; }

    /// <summary>Messages per second over the observed time.</summary>
    public double PerSecond => _count < 2 ? 0 : (Newest - _depths[0]) / Math.Max(Ticks.ToSeconds(_times[_count - 1] - _times[0]), 1e-6);

    private int Newest => _depths[_count - 1];

    public GrowthNews Record(int depth, long now)
    {
        Depth = depth;
        Peak = Math.Max(Peak, depth);
        if (depth < minDepth)
        {
            _count = 0;
            return IsReported && depth <= RecoveredDepth ? GrowthNews.Recovered : GrowthNews.None;
        }

        Keep(depth, now);
        if (!IsGrowing || (IsReported && depth / 2 < _reportedAt))
        {
            return GrowthNews.None;
        }

        var news = IsReported ? GrowthNews.Doubled : GrowthNews.Growing;
        _reportedAt = depth;
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
        if (_count == 0 && !IsReported)
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
