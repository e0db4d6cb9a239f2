using System.Collections.Concurrent;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>A rare event that is counted by its key.</summary>
internal interface IRecentEvent<T>
    where T : IRecentEvent<T>
{
    EventKey Key { get; }

    /// <summary>The event under which it is counted when there is no room for its key.</summary>
    /// <param name="owner">The owner, or <c>_other</c> where even owners are too many.</param>
    T Fold(string owner);
}

/// <summary>The key of events that are counted together.</summary>
/// <param name="Owner">The actor type. The owners share the room for keys.</param>
/// <param name="Kind">Exception, reason, path or the like.</param>
/// <param name="Message">Message type; empty where there is none.</param>
/// <param name="Sender">Sender's type, or the store that failed; empty where there is none.</param>
internal readonly record struct EventKey(string Owner, string Kind, string Message = "", string Sender = "");

/// <summary>
/// The rare events of one kind in one actor system, counted exactly by key and by second, with the first and the latest event. The thread on which an
/// event happens writes it, under a lock of its key. Health checks and the dashboard read. The number of keys is limited. A new key takes the place
/// of a key of the owner that has the most, if that owner has more keys than its own, or of an idle key of its own. Among these, the key that has
/// been idle longest is replaced. An event that finds no place is counted under its folded key. So no owner pushes another one out. Actors are not
/// kept.
/// <para>
/// Race: if a series loses its place while a thread counts in it, that one event is lost.
/// </para>
/// </summary>
/// <param name="isNotable">Whether an event is notable: it is then kept even if later ones are not. Null if no event is notable.</param>
internal sealed class RecentEvents<T>(Func<T, bool>? isNotable = null)
    where T : struct, IRecentEvent<T>
{
    private readonly ConcurrentDictionary<EventKey, EventSeries<T>> _series = new();
    private readonly ConcurrentDictionary<string, (long Until, string FoldedAs)> _full = new();
    private readonly object _lock = new();

    /// <param name="what">The event.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Add(T what, long now)
    {
        if (!_series.TryGetValue(what.Key, out var series))
        {
            series = NewSeries(ref what, now);
        }

        series.Add(what, isNotable?.Invoke(what) == true, now);
    }

    /// <summary>All keys, that with the earliest event first.</summary>
    public IReadOnlyList<EventTotals<T>> Read() =>
        [.. _series.Values.Select(series => series.Read()).OfType<EventTotals<T>>().OrderBy(same => same.First)];

    // An owner that has found no room tries again a second later, so that a flood of new keys does not cost a search each.
    private EventSeries<T> NewSeries(ref T what, long now)
    {
        var key = what.Key;
        if (_full.TryGetValue(key.Owner, out var full) && now < full.Until)
        {
            what = what.Fold(full.FoldedAs);
            if (_series.TryGetValue(what.Key, out var folded))
            {
                return folded;
            }
        }

        lock (_lock)
        {
            if (_series.Count >= RecentEvents.MaxKeys && !TryMakeRoom(key.Owner, now))
            {
                var owner = _full.Count < RecentEvents.MaxKeys || _full.ContainsKey(key.Owner) ? key.Owner : FoldedNames.Other;
                _full[owner] = (now + Stopwatch.Frequency, owner);
                what = what.Fold(owner);
            }

            return _series.GetOrAdd(what.Key, static _ => new());
        }
    }

    private bool TryMakeRoom(string owner, long now)
    {
        var owners = _series.ToLookup(series => series.Key.Owner);
        var largest = owners.MaxBy(same => same.Count())!;
        var isLarger = largest.Count() > owners[owner].Count() + 1;
        var (key, idle) = (isLarger ? largest : owners[owner])
            .Select(series => (series.Key, Idle: now - (series.Value.Read()?.Last ?? now)))
            .DefaultIfEmpty()
            .MaxBy(one => one.Idle);
        return (isLarger || idle > EventSeries<T>.Pause) && _series.TryRemove(key, out _);
    }
}

/// <summary>How many keys <see cref="RecentEvents{T}"/> have at most, beside one for each owner without room.</summary>
internal static class RecentEvents
{
    public const int MaxKeys = 1_000;
}

/// <summary>The events of one key. Any thread, under its lock.</summary>
internal sealed class EventSeries<T>
    where T : struct
{
    // Above this number the older half is merged in pairs: counts stay, their times become coarser. The latest minute is exact to the second.
    private const int MaxSeconds = 128;

    /// <summary>After this time without an event, the next event begins something new, and the key may lose its place.</summary>
    public static readonly long Pause = 60 * Stopwatch.Frequency;

    private readonly List<EventSecond> _seconds = [];
    private T _latest;
    private T? _notable;
    private long _total;

    /// <summary>What is known of them now; null before the first.</summary>
    public EventTotals<T>? Read()
    {
        lock (_seconds)
        {
            return _total == 0 ? null : new(_latest, _notable, _total, [.. _seconds]);
        }
    }

    public void Add(T what, bool isNotable, long now)
    {
        lock (_seconds)
        {
            _latest = what;
            _notable = isNotable ? what : _notable;
            _total++;
            if (_seconds.Count > 0 && now - _seconds[^1].First < Stopwatch.Frequency)
            {
                _seconds[^1] = _seconds[^1] with { Last = Math.Max(now, _seconds[^1].Last), Count = _seconds[^1].Count + 1 };
                return;
            }

            if (_seconds.Count >= MaxSeconds)
            {
                Merge(now);
            }

            _seconds.Add(new(now, now, 1));
        }
    }

    // Pauses stay visible. Events before a pause are forgotten after an hour, the longest time for which restarts are counted. So there are few
    // pauses.
    private void Merge(long now)
    {
        while (_seconds.Count > 1 && now - _seconds[0].Last > 60 * Pause && _seconds[1].First - _seconds[0].Last > Pause)
        {
            _total -= _seconds[0].Count;
            _seconds.RemoveAt(0);
        }

        for (var later = MaxSeconds / 2; later > 0; later -= 2)
        {
            if (later < _seconds.Count && _seconds[later].First - _seconds[later - 1].Last <= Pause)
            {
                _seconds[later - 1] = new(_seconds[later - 1].First, _seconds[later].Last, _seconds[later - 1].Count + _seconds[later].Count);
                _seconds.RemoveAt(later);
            }
        }
    }
}

/// <summary>Events of one key. Immutable.</summary>
/// <param name="Latest">The latest of them.</param>
/// <param name="Notable">The latest that is notable; null for none.</param>
/// <param name="Total">How many, since the first of <paramref name="Seconds"/>.</param>
/// <param name="Seconds">The times of the events, the oldest first.</param>
internal sealed record EventTotals<T>(T Latest, T? Notable, long Total, IReadOnlyList<EventSecond> Seconds)
    where T : struct
{
    /// <summary><see cref="Stopwatch"/> ticks of the first one.</summary>
    public long First => Seconds[0].First;

    /// <summary><see cref="Stopwatch"/> ticks of the latest one.</summary>
    public long Last => Seconds[^1].Last;

    /// <summary>How many there were since a moment, exactly to the second if that is not longer ago than a minute.</summary>
    public long CountSince(long since) => Seconds.Where(second => second.Last >= since).Sum(second => (long)second.Count);
}

/// <summary>Events of about a second, or of a longer time if it is long ago; times in <see cref="Stopwatch"/> ticks.</summary>
internal readonly record struct EventSecond(long First, long Last, long Count);
