namespace AkkaInstrumentation;

/// <summary>The figures of the last minute and the latest totals. Written by the sampling thread; its lock is the reader's too.</summary>
internal sealed class LastMinute(FigureTotals totals)
{
    /// <summary>Figures and percentiles are of so many seconds: enough to be steady, few enough to be current.</summary>
    public const int Window = 10;

    /// <summary>So many seconds are kept.</summary>
    public const int Kept = 60;

    private readonly Queue<FiguresSecond> _seconds = new();

    public FigureTotals Totals { get; private set; } = totals;

    /// <summary>The oldest first.</summary>
    public IReadOnlyCollection<FiguresSecond> Seconds => _seconds;

    /// <summary>The latest that make up the window.</summary>
    public IReadOnlyList<FiguresSecond> Recent
    {
        get
        {
            var length = 0.0;
            return [.. _seconds.Reverse().TakeWhile(second => (length += second.Length) <= Window + 0.5 || length == second.Length)];
        }
    }

    public void Add(FigureTotals totals, FiguresSecond second)
    {
        Totals = totals;
        _seconds.Enqueue(second);
        while (_seconds.Count > Kept || (_seconds.Count > 1 && _seconds.Sum(one => one.Length) > Kept + 0.5))
        {
            _seconds.Dequeue();
        }
    }
}
