using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Finds rare events that happen too often.</summary>
internal static class FrequentEvents
{
    /// <summary>
    /// Finds the events that happened at least a given number of times since a moment. Their begin is that of the first event after which there was
    /// no pause as long as that period.
    /// </summary>
    /// <param name="events">All known events.</param>
    /// <param name="since"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="least">Events that happened less often are left out.</param>
    /// <param name="key">The key by which events are counted together.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="typeOf">The actor type; null where nobody counts by it.</param>
    /// <param name="isGrave">Selects events that are never left out, however seldom they happened, and that come before the others; null for
    /// none.</param>
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

    // The time of the last event that is needed to reach the least number.
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
