using System.Diagnostics;
using OpenTelemetry;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Exports into memory: how many spans ended in each second, and whether their lengths can be true.</summary>
internal sealed class SeenSpans : BaseProcessor<Activity>
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    private readonly long _begun = Stopwatch.GetTimestamp();
    private readonly int[] _seconds = new int[3_600];
    private int _impossible;
    private int _all;

    /// <summary>Spans that are longer than any handler, or end before they begin.</summary>
    public int Impossible => Volatile.Read(ref _impossible);

    public int All => Volatile.Read(ref _all);

    public int Second => (int)Stopwatch.GetElapsedTime(_begun).TotalSeconds;

    public override void OnEnd(Activity data)
    {
        if (data.Source.Name != AkkaTelemetry.SourceName || !Day.Name.Equals(data.GetTagItem("akka.actor_system.name")))
        {
            return;
        }

        Interlocked.Increment(ref _all);
        Interlocked.Increment(ref _seconds[Math.Min(Second, _seconds.Length - 1)]);
        if (data.Duration < TimeSpan.Zero || data.Duration > Longest)
        {
            Interlocked.Increment(ref _impossible);
        }
    }

    /// <summary>The most spans in so many seconds one after the other, from a second on.</summary>
    public int Most(int from, int until, int window)
    {
        var most = 0;
        for (var first = from; first + window <= until; first++)
        {
            most = Math.Max(most, _seconds.AsSpan(first, window).ToArray().Sum());
        }

        return most;
    }
}
