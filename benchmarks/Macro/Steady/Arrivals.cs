using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Sends at a constant rate, on its own thread, whether or not the receiver keeps up. Each item has a due time, and latency counts from there. So a
/// stall of the whole process counts too: the items that should have been sent meanwhile are late (no coordinated omission).
/// </summary>
internal static class Arrivals
{
    // A sleeping thread wakes after little more than a millisecond. If it has not been awake for longer than this, the process has stalled.
    private static readonly long Stall = 3 * Stopwatch.Frequency / 1_000;

    /// <summary>
    /// A burst each millisecond or a little later, with what has become due since the last one. The thread sleeps in between, so that all processor
    /// time is the work's. Items of a burst are due when the thread wakes; after a stall, when it should have woken.
    /// </summary>
    /// <param name="items">How many in all.</param>
    /// <param name="perSecond">Items per second.</param>
    /// <param name="send">Gets the due time in <see cref="Stopwatch"/> ticks.</param>
    public static void InBursts(int items, int perSecond, Action<long> send)
    {
        var begun = Stopwatch.GetTimestamp();
        var last = begun;
        for (var sent = 0L; sent < items;)
        {
            Thread.Sleep(1);
            var now = Stopwatch.GetTimestamp();
            var isLate = now - last > Stall;
            for (var until = Math.Min(items, (now - begun) * perSecond / Stopwatch.Frequency); sent < until; sent++)
            {
                send(isLate ? Math.Max(last, begun + (sent * Stopwatch.Frequency / perSecond)) : now);
            }

            last = now;
        }
    }

    /// <summary>One item after the other at equal distances. The thread spins in between, so processor time means nothing.</summary>
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
