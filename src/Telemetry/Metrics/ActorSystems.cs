using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented actor systems of this process, and the values that the instruments read from them. Instruments are static, while systems start
/// and end. When a system ends, its last values replace it in one step. So each collection sees either the system or its last values.
/// </summary>
internal static class ActorSystems
{
    // Only one system ends, or one collection begins or walks over mailboxes, at a time. So no reader ever sees a sum decrease.
    private static readonly object Gate = new();

    private static volatile Roster s_now = new([], []);
    private static long s_walkedTicks;

    // The instruments that the calling thread has read in its present collection.
    [ThreadStatic]
    private static HashSet<string>? t_asked;

    // The calling thread's collection. Weak, because it refers to actor systems, and a thread may never collect again.
    [ThreadStatic]
    private static WeakReference<Collection>? t_collection;

    // Keeps the latest collection alive, so that no garbage collection ends it early. Changes under the gate.
    private static Collection? s_latest;

    public static Roster Now => s_now;

    /// <summary>Whether any instrumented system is running.</summary>
    public static bool AreThere => s_now.Live.Length > 0;

    /// <summary>Duration of all walks over mailboxes so far, in ticks.</summary>
    public static long WalkedTicks => Volatile.Read(ref s_walkedTicks);

    /// <summary>The systems whose metrics are on.</summary>
    public static IEnumerable<SystemMetrics> Measured() => s_now.Live.Where(system => system.IsEnabled);

    public static void Add(SystemMetrics system)
    {
        lock (Gate)
        {
            s_now = s_now with { Live = [.. s_now.Live, system] };
        }
    }

    /// <summary>The actor system has ended. Its last values are kept for a minute. Any thread.</summary>
    public static void End(SystemMetrics system)
    {
        PendingMeasurements.Record();
        lock (Gate)
        {
            var ended = s_now.Ended;
            try
            {
                if (system.IsEnabled)
                {
                    ended = EndedSystem.Add(ended, new(ObservableMetrics.LastValues(new(system)), Stopwatch.GetTimestamp()));
                }
            }
            finally
            {
                s_now = new([.. s_now.Live.Where(other => other != system)], ended);
                s_latest = null;
            }
        }
    }

    /// <summary>The values of an instrument for each system, and its last values for systems that have ended.</summary>
    public static IEnumerable<Measurement<T>> Observe<T>(string instrument, Func<CollectedSystem, IEnumerable<Measurement<T>>> read)
        where T : struct
    {
        var collection = CollectionFor(instrument);
        foreach (var measurement in collection.Live.SelectMany(read).Concat(collection.Ended.SelectMany(system => system.Of<T>(instrument))))
        {
            yield return measurement;
        }

        collection.Answered();
    }

    /// <summary>Walks over all mailboxes of a system, one walk at a time.</summary>
    public static ActorTypeTotals[] Walk(SystemMetrics system)
    {
        lock (Gate)
        {
            var begun = Stopwatch.GetTimestamp();
            DispatcherMeter[] dispatchers = [.. system.Dispatchers];
            Array.ForEach(dispatchers, dispatcher => dispatcher.Walked = 0);
            ActorTypeTotals[] found = [.. system.ActorTypes.Select(type => type.Mailboxes.Walk())];
            Array.ForEach(dispatchers, dispatcher => dispatcher.Runs = dispatcher.Walked);
            Array.ForEach(found, type => type.Actor.NoteLoad(type));
            s_walkedTicks += Stopwatch.GetTimestamp() - begun;
            return found;
        }
    }

    private static Collection CollectionFor(string instrument)
    {
        // A collection reads each instrument once. The set stays when systems are read again within a collection, because the next collection begins
        // with one of these instruments.
        var asked = t_asked ??= [];
        if (!asked.Add(instrument))
        {
            asked.Clear();
            asked.Add(instrument);
        }
        else if (t_collection is { } last && last.TryGetTarget(out var same) && same.IsGoingOn)
        {
            return same;
        }

        PendingMeasurements.Record();
        lock (Gate)
        {
            var now = Stopwatch.GetTimestamp();
            if (s_now.Ended is [var oldest, ..] && oldest.IsOver(now))
            {
                s_now = s_now with { Ended = Array.FindAll(s_now.Ended, system => !system.IsOver(now)) };
            }

            s_latest = new Collection();
            t_collection = new(s_latest);
            return s_latest;
        }
    }

    /// <summary>The systems at one moment. Immutable.</summary>
    public sealed record Roster(SystemMetrics[] Live, EndedSystem[] Ended);

    /// <summary>
    /// The values that one thread reads for one collection. A listener reads its observable instruments one directly after the other, and does not
    /// announce the start. So a collection is over when an instrument is read a second time, or <see cref="Moment"/> after the last read. Two
    /// listeners that share no instrument and collect on one thread within that moment share a collection.
    /// </summary>
    private sealed class Collection
    {
        // 50 microseconds in ticks: much longer than the time between two instruments of one collection.
        private static readonly long Moment = Stopwatch.Frequency / 20_000;

        private readonly Roster _roster = s_now;
        private long _answeredAt = Stopwatch.GetTimestamp();

        public CollectedSystem[] Live { get; } = [.. Measured().Select(system => new CollectedSystem(system))];

        public EndedSystem[] Ended => _roster.Ended;

        /// <summary>Whether the collection is still going on. A system that starts or ends in between ends it too.</summary>
        public bool IsGoingOn => ReferenceEquals(_roster, s_now) && Stopwatch.GetTimestamp() - _answeredAt < Moment;

        public void Answered() => _answeredAt = Stopwatch.GetTimestamp();
    }
}

/// <summary>An actor system in one collection. Its mailboxes are walked over when the first instrument needs it.</summary>
internal sealed class CollectedSystem(SystemMetrics metrics)
{
    private ActorTypeTotals[]? _types;

    public SystemMetrics Metrics { get; } = metrics;

    public IReadOnlyList<ActorTypeTotals> ActorTypes => _types ??= ActorSystems.Walk(Metrics);

    /// <summary>The dispatchers, whose runs the walk has summed.</summary>
    public IEnumerable<DispatcherMeter> Dispatchers => ActorTypes is not null ? Metrics.Dispatchers : [];
}

/// <summary>
/// The last values of the counters of an actor system that has ended: numbers and attributes, without a reference to the system. A reader that
/// collects at least once a minute sees them, and also the final collection of a process that ends. Immutable.
/// </summary>
/// <param name="values">The values by instrument.</param>
/// <param name="at"><see cref="Stopwatch"/> ticks.</param>
internal sealed class EndedSystem(Dictionary<string, Array> values, long at)
{
    /// <summary>
    /// Limit for the values of all systems together, about 200 bytes each. The system that ended last is kept even if it exceeds the limit.
    /// </summary>
    public const int MaxValues = 50_000;

    private static readonly long KeptTicks = 60 * Stopwatch.Frequency;

    private long At => at;

    public int Count { get; } = values.Values.Sum(read => read.Length);

    public IReadOnlyList<Measurement<T>> Of<T>(string instrument)
        where T : struct =>
        values.TryGetValue(instrument, out var found) ? (Measurement<T>[])found : [];

    public bool IsOver(long now) => now - at > KeptTicks;

    /// <summary>The systems that are kept when one more has ended, the oldest first.</summary>
    public static EndedSystem[] Add(EndedSystem[] ended, EndedSystem last)
    {
        var room = (long)MaxValues - last.Count;
        return [.. Enumerable.Reverse(ended).TakeWhile(system => !system.IsOver(last.At) && (room -= system.Count) >= 0).Reverse(), last];
    }
}
