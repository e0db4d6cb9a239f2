using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Which rare events happen too often.</summary>
internal static class FrequentEvents
{
    /// <summary>
    /// What happened at least so many times since a moment. It began with the first one after which no pause was as long as that time.
    /// </summary>
    /// <param name="events">All that is known.</param>
    /// <param name="since"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="least">What happened less often is left out.</param>
    /// <param name="key">What counts as the same.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="typeOf">The actor type; null where nobody counts by it.</param>
    /// <param name="isGrave">What is not left out, however seldom it happened; null for nothing. It stands before what is not grave.</param>
    public static Findings<Repeated<T>> Frequent<T, TKey>(this RecentEvents<T> events, long since, int least, Func<T, TKey> key, long now,
        Func<T, string>? typeOf = null, Func<T, bool>? isGrave = null)
        where T : struct, IRecentEvent<T>
    {
        var frequent =
            from same in events.Read().GroupBy(one => key(one.Latest))
            let count = same.Sum(one => one.CountSince(since))
            let latest = same.MaxBy(one => one.Last)!.Latest
            where count >= least || (count > 0 && isGrave?.Invoke(latest) == true)
            let seconds = same.SelectMany(one => one.Seconds).OrderBy(second => second.First).ToList()
            select new Repeated<T>(latest, (int)Math.Min(count, int.MaxValue), Ticks.ToSeconds(now - Began(seconds, now - since)))
            {
                LatestSeconds = Ticks.ToSeconds(now - seconds.Max(second => second.Last)),
                ClearsSeconds = Ticks.ToSeconds(Math.Max(0, LastNeeded(seconds, least) - since)),
            };
        return Findings<Repeated<T>>.From(
            [.. frequent],
            same => (isGrave?.Invoke(same.Latest) == true ? (double)int.MaxValue : 0) + same.Count,
            typeOf is null ? null : same => typeOf(same.Latest));
    }

    private static long Began(List<EventSecond> seconds, long pause)
    {
        var first = seconds.Count - 1;
        while (first > 0 && seconds[first].First - seconds[first - 1].Last <= pause)
        {
            first--;
        }

        return seconds[first].First;
    }

    // When the last event happened without which there are too few.
    private static long LastNeeded(List<EventSecond> seconds, int least)
    {
        var (place, count) = (seconds.Count, 0L);
        while (place > 0 && count < least)
        {
            count += seconds[--place].Count;
        }

        return seconds[place].Last;
    }
}
