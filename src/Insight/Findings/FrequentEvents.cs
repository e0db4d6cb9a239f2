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
    public static Findings<Repeated<T>> Frequent<T, TKey>(this RecentEvents<T> events, long since, int least, Func<T, TKey> key, long now)
        where T : struct, IRecentEvent<T>
    {
        var frequent =
            from same in events.Read().GroupBy(one => key(one.Latest))
            let count = same.Sum(one => one.CountSince(since))
            where count >= least
            let seconds = same.SelectMany(one => one.Seconds).OrderBy(second => second.First).ToList()
            let latest = same.MaxBy(one => one.Last)!.Latest
            select new Repeated<T>(latest, (int)Math.Min(count, int.MaxValue), Ticks.ToSeconds(now - Began(seconds, now - since)));
        return Findings<Repeated<T>>.Of([.. frequent], same => same.Count);
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
}
