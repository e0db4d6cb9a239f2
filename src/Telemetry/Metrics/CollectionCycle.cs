using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// One walk over all mailboxes for all the instruments of one collection.
/// <para>
/// A listener collects by reading its observable instruments one directly after the other, on one thread. It does not announce the start of a
/// collection. So a walk is used again under four conditions: this thread made it; it has not answered this instrument yet (a collection reads
/// each instrument once); the last answer from it ended less than <see cref="Moment"/> ago; and no other walk was made since. Otherwise a new
/// walk is made. A new walk is always correct and only costs time.
/// </para>
/// <para>
/// Only one walk runs at a time, and every answer comes from the latest one. So a sum never decreases, for any
/// reader on any thread. An answer is never older than the start of its collection, with one exception: when two
/// listeners that share no instrument collect on one thread within <see cref="Moment"/> of each other, the second
/// may get the walk of the first.
/// </para>
/// </summary>
internal static class CollectionCycle
{
    /// <summary>50 microseconds in ticks: much longer than the time between two instruments of one collection.</summary>
    private static readonly long Moment = Stopwatch.Frequency / 20_000;

    private static readonly object Walking = new();
    private static long s_latest;
    private static long s_walkedTicks;

    [ThreadStatic]
    private static ThreadsWalk? t_walk;

    /// <summary>Number of walks so far, for tests.</summary>
    internal static long Walks => Volatile.Read(ref s_latest);

    /// <summary>Duration of all walks so far, in ticks.</summary>
    public static long WalkedTicks => Volatile.Read(ref s_walkedTicks);

    /// <param name="bit">One bit that only this instrument uses.</param>
    /// <param name="instrument">Its name.</param>
    /// <param name="measure">Returns the instrument's values for one actor type.</param>
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

    /// <summary>Makes the last walk over an actor system that has ended. Every later walk finds its last values instead. Any thread.</summary>
    public static void End(SystemMetrics system)
    {
        PendingMeasurements.Record();
        lock (Walking)
        {
            LastValues? last = null;
            try
            {
                if (system.IsEnabled)
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

    private static ActorTypeTotals[] Walk(IEnumerable<SystemMetrics> systems) =>
        [.. systems.SelectMany(system => system.ActorTypes).Select(type => type.Mailboxes.Walk())];

    /// <summary>The result of a walk, and the last values of the systems that had ended before.</summary>
    private sealed record Found(ActorTypeTotals[] Types, EndedSystems Ended);

    /// <summary>The last walk that this thread has made. The reference is weak: a thread must not keep an actor system's types alive.</summary>
    private sealed class ThreadsWalk
    {
        private readonly WeakReference<Found?> _found = new(null);
        private long _number;
        private long _answeredAt;
        private int _asked;

        public Found For(int bit)
        {
            // The set of answered instruments stays when a walk is repeated within a collection. The next collection begins with one of these
            // instruments.
            var again = (_asked & bit) != 0;
            _asked = again ? bit : _asked | bit;
            if (!again
                && _number == Volatile.Read(ref s_latest)
                && Stopwatch.GetTimestamp() - _answeredAt < Moment
                && _found.TryGetTarget(out var found))
            {
                return found;
            }

            PendingMeasurements.Record();
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
