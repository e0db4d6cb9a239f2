using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented actor systems of this process, and what the instruments read of them. Instruments are static, while systems start and end. When a system
/// ends, its last values replace it in one step. So each collection sees either the system or its last values.
/// <para>
/// A listener collects by reading its observable instruments one directly after the other, on one thread. It does not announce the start of a
/// collection. So what was read is used again while this thread reads other instruments, each less than <see cref="Moment"/> after the one before.
/// Otherwise everything is read anew, which is always correct and only costs time. Two listeners that share no instrument and collect on one thread within
/// that moment share a collection.
/// </para>
/// </summary>
internal static class ActorSystems
{
    // 50 microseconds in ticks: much longer than the time between two instruments of one collection.
    private static readonly long Moment = Stopwatch.Frequency / 20_000;

    // One system ends, or one collection begins or walks, at a time. So a sum never decreases, for no reader.
    private static readonly object Gate = new();

    private static volatile Roster s_now = new([], []);
    private static volatile Collection? s_collection;
    private static long s_walkedTicks;

    // The instruments that the calling thread has answered in its present collection.
    [ThreadStatic]
    private static HashSet<string>? t_answered;

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

                // It has a reference to the system.
                s_collection = null;
            }
        }
    }

    /// <summary>The values of an instrument for each system, and its last values for systems that have ended.</summary>
    public static IEnumerable<Measurement<T>> Observe<T>(string instrument, Func<CollectedSystem, IEnumerable<Measurement<T>>> read)
        where T : struct
    {
        var collection = CollectionFor(instrument);
        try
        {
            foreach (var measurement in collection.Live.SelectMany(read).Concat(collection.Ended.SelectMany(system => system.Of<T>(instrument))))
            {
                yield return measurement;
            }
        }
        finally
        {
            collection.AnsweredAt = Stopwatch.GetTimestamp();
        }
    }

    /// <summary>Walks over all mailboxes of a system, one walk at a time.</summary>
    public static ActorTypeTotals[] Walk(SystemMetrics system)
    {
        lock (Gate)
        {
            var begun = Stopwatch.GetTimestamp();
            ActorTypeTotals[] found = [.. system.ActorTypes.Select(type => type.Mailboxes.Walk())];
            Array.ForEach(found, type => type.Actor.NoteLoad(type));
            s_walkedTicks += Stopwatch.GetTimestamp() - begun;
            return found;
        }
    }

    private static Collection CollectionFor(string instrument)
    {
        // A collection reads each instrument once. The set stays when systems are read again within a collection: the next one begins with one of these.
        var answered = t_answered ??= [];
        if (answered.Add(instrument))
        {
            if (s_collection is { IsGoingOn: true } same)
            {
                return same;
            }
        }
        else
        {
            answered.Clear();
            answered.Add(instrument);
        }

        PendingMeasurements.Record();
        lock (Gate)
        {
            var now = Stopwatch.GetTimestamp();
            s_now = s_now with { Ended = Array.FindAll(s_now.Ended, system => !system.IsOver(now)) };

            // Under the lock, so that it is not kept with a system that has ended meanwhile.
            return s_collection = new Collection();
        }
    }

    /// <summary>The systems at one moment. Immutable.</summary>
    public sealed record Roster(SystemMetrics[] Live, EndedSystem[] Ended);

    /// <summary>What one thread reads for one collection.</summary>
    private sealed class Collection
    {
        private readonly Thread _thread = Thread.CurrentThread;

        public CollectedSystem[] Live { get; } = [.. Measured().Select(system => new CollectedSystem(system))];

        public EndedSystem[] Ended { get; } = s_now.Ended;

        public long AnsweredAt { get; set; } = Stopwatch.GetTimestamp();

        /// <summary>Whether it is the calling thread's, and its last instrument was answered a moment ago.</summary>
        public bool IsGoingOn => _thread == Thread.CurrentThread && Stopwatch.GetTimestamp() - AnsweredAt < Moment;
    }
}

/// <summary>An actor system in one collection. Its mailboxes are walked over when the first instrument needs it.</summary>
internal sealed class CollectedSystem(SystemMetrics metrics)
{
    private ActorTypeTotals[]? _types;

    public SystemMetrics Metrics { get; } = metrics;

    public IReadOnlyList<ActorTypeTotals> ActorTypes => _types ??= ActorSystems.Walk(Metrics);
}

/// <summary>
/// The last values of the counters of an actor system that has ended: numbers and attributes, without a reference to the system. A reader that collects at
/// least once a minute sees them, and also the final collection of a process that ends. Immutable.
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

    public int Count { get; } = values.Values.Sum(read => read.Length);

    public IReadOnlyList<Measurement<T>> Of<T>(string instrument)
        where T : struct =>
        values.TryGetValue(instrument, out var found) ? (Measurement<T>[])found : [];

    public bool IsOver(long now) => now - at > KeptTicks;

    /// <summary>The systems that are kept when one more has ended, the oldest first.</summary>
    public static EndedSystem[] Add(EndedSystem[] ended, EndedSystem last)
    {
        List<EndedSystem> kept = [.. ended.Where(system => !system.IsOver(last.At)), last];
        while (kept.Count > 1 && kept.Sum(system => (long)system.Count) > MaxValues)
        {
            kept.RemoveAt(0);
        }

        return [.. kept];
    }

    private long At => at;
}
