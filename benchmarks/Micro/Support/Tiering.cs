using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Lets the runtime replace its first code before anything is measured. It does that 100 ms after it has last compiled something new, and
/// once more because the second code only counts what happens: a way through many methods takes longer than BenchmarkDotNet warms up.
/// </summary>
internal static class Tiering
{
    private const int Rounds = 8;

    private static readonly TimeSpan Busy = TimeSpan.FromMilliseconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(150);

    public static void Settle(Action operation)
    {
        for (var round = 0; round < Rounds; round++)
        {
            var start = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(start) < Busy)
            {
                operation();
            }

            Thread.Sleep(Pause);
        }
    }
}
