using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Waits that end with the day.</summary>
internal static class Wait
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20);

    /// <summary>False if the day ended.</summary>
    public static async Task<bool> For(TimeSpan time, CancellationToken end)
    {
        await Task.Delay(time, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return !end.IsCancellationRequested;
    }

    /// <summary>Whether it became true in time.</summary>
    public static async Task<bool> Until(Func<bool> isTrue, TimeSpan patience)
    {
        for (var begun = Stopwatch.GetTimestamp(); !isTrue(); await Task.Delay(Look))
        {
            if (Stopwatch.GetElapsedTime(begun) > patience)
            {
                return false;
            }
        }

        return true;
    }
}
