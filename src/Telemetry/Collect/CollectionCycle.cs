using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// One walk over all mailboxes for all the instruments of one collection.
/// <para>
/// A listener collects by asking its observable instruments one directly after the other, on one thread. It does not
/// tell when it begins. So a walk is used again if it was made on this thread, has not answered this instrument yet (a
/// collection asks each once), the last answer out of it ended a moment ago, and nobody has walked since. Otherwise
/// there is a new walk, which is always right and only costs time.
/// </para>
/// <para>
/// Walks are made one at a time and every answer comes from the latest of all, so a sum never goes back, for whichever
/// reader on whichever thread. An answer is no older than its collection's start, with one exception: when two
/// listeners that share no instrument collect on one thread within <see cref="Moment"/> of each other, the second
/// may be given the walk of the first.
/// </para>
/// </summary>
internal static class CollectionCycle
{
    /// <summary>50 microseconds in ticks: far more than there is between two instruments of one collection.</summary>
    private static readonly long Moment = Stopwatch.Frequency / 20_000;

    private static readonly object Walking = new();
    private static long s_latest;
    private static long s_walkedTicks;

    [ThreadStatic]
    private static ThreadsWalk? t_walk;

    /// <summary>Number of walks so far, for tests.</summary>
    internal static long Walks => Volatile.Read(ref s_latest);

    /// <summary>What all walks have taken so far.</summary>
    public static long WalkedTicks => Volatile.Read(ref s_walkedTicks);

    /// <param name="bit">One bit that is the instrument's own.</param>
    /// <param name="instrument">Its name.</param>
    /// <param name="measure">What the instrument says about one actor type.</param>
    public static IEnumerable<Measurement<T>> Observe<T>(int bit, string instrument, Func<ActorTypeTotals, IEnumerable<Measurement<T>>> measure)
        where T : struct
    {
        var walk = t_walk ??= new ThreadsWalk();
        try
        {
            var found = walk.For(bit);
            foreach (var measurement in found.Types.SelectMany(measure))
            {
                yield return measurement;
            }

            foreach (var measurement in found.Ended.All.SelectMany(system => system.Of<T>(instrument)))
            {
                yield return measurement;
            }
        }
        finally
        {
            walk.Answered();
        }
    }

    /// <summary>An actor system has ended: its last walk. Every later one finds its last values instead. Any thread.</summary>
    public static void End(InstrumentationExtension system)
    {
        lock (Walking)
        {
            LastValues? last = null;
            try
            {
                if (system.Settings.MetricsEnabled)
                {
                    last = LastValues.Of(system, Walk([system]), Stopwatch.GetTimestamp());
                }
            }
            finally
            {
                ActorSystems.End(system, last);
                s_latest++;
            }
        }
    }

    private static ActorTypeTotals[] Walk(IEnumerable<InstrumentationExtension> systems) =>
        [.. systems.SelectMany(system => system.ActorTypes).Select(type => type.Mailboxes.Walk())];

    /// <summary>What a walk found, and the last values of the systems that had ended before.</summary>
    private sealed record Found(ActorTypeTotals[] Types, EndedSystems Ended);

    /// <summary>The last walk that this thread has made. Held weakly: a thread must not keep an actor system's types alive.</summary>
    private sealed class ThreadsWalk
    {
        private readonly WeakReference<Found?> _found = new(null);
        private long _number;
        private long _answeredAt;
        private int _asked;

        public Found For(int bit)
        {
            // What was asked is kept when a walk is made anew within a collection: the next collection begins with one of those.
            var again = (_asked & bit) != 0;
            _asked = again ? bit : _asked | bit;
            if (!again
                && _number == Volatile.Read(ref s_latest)
                && Stopwatch.GetTimestamp() - _answeredAt < Moment
                && _found.TryGetTarget(out var found))
            {
                return found;
            }

            lock (Walking)
            {
                var begun = Stopwatch.GetTimestamp();
                var now = ActorSystems.Now;
                found = new(Walk(now.Measured), now.Ended);
                Array.ForEach(found.Types, type => type.Actor.NoteLoad(type));
                _number = ++s_latest;
                s_walkedTicks += Stopwatch.GetTimestamp() - begun;
            }

            _found.SetTarget(found);
            return found;
        }

        public void Answered() => _answeredAt = Stopwatch.GetTimestamp();
    }
}
