using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Finds the seconds in which at least one run in twenty had waited long for a thread. Any thread; a race may put a run into the neighbouring second.
/// </summary>
/// <param name="dispatcher">Id of the dispatcher.</param>
/// <param name="found">Gets the dispatcher and the end of each such second, in <see cref="Stopwatch"/> ticks.</param>
internal sealed class StarvedSeconds(string dispatcher, Action<string, long>? found)
{
    private const int OneIn = 20;

    /// <summary>The wait that counts as long, in ticks: a tenth of a second.</summary>
    public static readonly long Long = Stopwatch.Frequency / 10;

    private long _second;
    private long _runs;
    private long _late;

    public void Add(long delay, int shift, long now)
    {
        var (begun, second) = (Interlocked.Read(ref _second), now / Stopwatch.Frequency);
        if (begun < second && Interlocked.CompareExchange(ref _second, second, begun) == begun)
        {
            var (runs, late) = (Interlocked.Exchange(ref _runs, 0), Interlocked.Exchange(ref _late, 0));
            if (late > 0 && OneIn * late >= runs)
            {
                found?.Invoke(dispatcher, (begun + 1) * Stopwatch.Frequency);
            }
        }

        Interlocked.Add(ref _runs, 1L << shift);
        if (delay >= Long)
        {
            Interlocked.Add(ref _late, 1L << shift);
        }
    }
}
