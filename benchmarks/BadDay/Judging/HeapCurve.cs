namespace AkkaInstrumentation.Benchmarks;

/// <summary>The managed heap after full collections. The least of a third counts: backlogs come and go in between.</summary>
internal sealed class HeapCurve
{
    /// <summary>By how much the last third may be above the middle one, in MB.</summary>
    public const double Bound = 8;

    private readonly List<double> _megabytes = [];

    public (double Middle, double Last) Thirds => (Least(1), Least(2));

    public double Most => _megabytes.Max();

    public async Task MeasureUntil(TimeSpan pause, CancellationToken end)
    {
        while (await Wait.For(pause, end))
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
            _megabytes.Add(GC.GetTotalMemory(forceFullCollection: false) / 1e6);
        }
    }

    private double Least(int third) => _megabytes.Skip(_megabytes.Count * third / 3).Take(Math.Max(1, _megabytes.Count / 3)).Min();
}
