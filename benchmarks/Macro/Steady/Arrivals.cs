using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Sends at a constant rate, on its own thread, whether or not the receiver keeps up. Each item has a due time, and latency counts from there. So a
/// stall of the whole process counts too: the items that should have been sent meanwhile are late (no coordinated omission).
/// </summary>
internal static class Arrivals
{
    // The operating system wakes a sleeping thread about this late at worst. Later than that is a stall.
    private static readonly long Slop = Stopwatch.Frequency / 1_000;

    /// <summary>A burst each millisecond. The thread sleeps in between, so that all processor time is the work's.</summary>
    /// <param name="items">How many in all.</param>
    /// <param name="perSecond">Items per second.</param>
    /// <param name="send">Gets the due time in <see cref="Stopwatch"/> ticks.</param>
    public static void InBursts(int items, int perSecond, Action<long> send)
    {
        var period = Stopwatch.Frequency / 1_000;
        var due = Stopwatch.GetTimestamp();
        var begun = due;
        for (var sent = 0; sent < items;)
        {
            var now = Stopwatch.GetTimestamp();
            if (now < due)
            {
                Thread.Sleep(1);
                continue;
            }

            var at = now - due < Slop ? now : due;
            for (var until = Math.Min(items, (due - begun + period) / period * perSecond / 1_000); sent < until; sent++)
            {
                send(at);
            }

            due += period;
        }
    }

    /// <summary>One item after the other at equal distances. The thread spins in between, so processor time says nothing.</summary>
    /// <inheritdoc cref="InBursts"/>
    public static void Evenly(int items, int perSecond, Action<long> send)
    {
        var begun = Stopwatch.GetTimestamp();
        for (var sent = 0L; sent < items; sent++)
        {
            var due = begun + (sent * Stopwatch.Frequency / perSecond);
            while (Stopwatch.GetTimestamp() < due)
            {
                Thread.SpinWait(10);
            }

            send(due);
        }
    }
}
