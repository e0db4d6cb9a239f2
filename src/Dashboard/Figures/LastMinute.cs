namespace AkkaInstrumentation;

/// <summary>The seconds of the last minute and the latest totals. Written by the sampling thread; its lock is the reader's too.</summary>
internal sealed class LastMinute(FigureTotals atStart)
{
    /// <summary>Figures and percentiles are of so many seconds: enough to be steady, few enough to be current.</summary>
    public const int Window = 10;

    private const int Kept = 60;

    private readonly Queue<FiguresSecond> _seconds = new();

    /// <summary>The totals when the observation began.</summary>
    public FigureTotals AtStart { get; } = atStart;

    public FigureTotals Totals { get; private set; } = atStart;

    /// <summary>The oldest first.</summary>
    public IReadOnlyCollection<FiguresSecond> Seconds => _seconds;

    public IReadOnlyList<FiguresSecond> Recent => [.. _seconds.Skip(Math.Max(0, _seconds.Count - Window))];

    public void Add(FigureTotals totals, FiguresSecond second)
    {
        Totals = totals;
        _seconds.Enqueue(second);
        if (_seconds.Count > Kept)
        {
            _seconds.Dequeue();
        }
    }
}
