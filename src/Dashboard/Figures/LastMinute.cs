namespace AkkaInstrumentation;

/// <summary>The figures of the last minute and the latest totals. The sampling thread writes them; readers use the same lock.</summary>
internal sealed class LastMinute(FigureTotals totals)
{
    /// <summary>The number of seconds over which figures and percentiles are computed: enough to be steady, few enough to be current.</summary>
    public const int Window = 10;

    /// <summary>The number of seconds that are kept.</summary>
    public const int Kept = 60;

    private readonly Queue<FiguresSecond> _seconds = new();

    public FigureTotals Totals { get; private set; } = totals;

    /// <summary>The seconds, the oldest first.</summary>
    public IReadOnlyCollection<FiguresSecond> Seconds => _seconds;

    /// <summary>The latest seconds that make up the window.</summary>
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
