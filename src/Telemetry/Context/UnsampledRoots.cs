using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The traces of messages that would have begun one and were not sampled. People tell them apart by id as long as there are few: each has one of its own
/// up to 1,000 in a second. Above that an id would cost more than the message, so what begins in the same hundredth of a second shares one. Any thread.
/// </summary>
internal sealed class UnsampledRoots
{
    /// <summary>New ids in a second when they are adaptive, and as many at once after a second of rest.</summary>
    public const int OwnPerSecond = 1000;

    private static readonly long Interval = Stopwatch.Frequency / OwnPerSecond;

    // When they are used up there are none for so long: under a load far above, a new id every millisecond would be a cost for nothing.
    private static readonly long Pause = Stopwatch.Frequency;

    // There are so many at once when the pause is over, as in any hundredth of a second.
    private const int AfterPause = 10;

    private readonly ulong _seed = (ulong)Random.Shared.NextInt64(long.MinValue, long.MaxValue);

    // Until when the ids of the last second are used up: the generic cell rate algorithm (ITU-T I.371). Negative: the end of a pause.
    private long _usedUntil;
    private UnsampledTrace? _shared;

    /// <summary>The trace of a root that is not sampled.</summary>
    public UnsampledTrace Next(UnsampledTraceIds ids)
    {
        var tick = CoarseClock.Now;
        return ids == UnsampledTraceIds.Always || (ids == UnsampledTraceIds.Adaptive && TryTake(tick)) ? UnsampledTrace.Own() : Shared(tick);
    }

    /// <summary>The trace that roots of that time share.</summary>
    public UnsampledTrace Shared(long tick)
    {
        var shared = Volatile.Read(ref _shared);
        if (shared is null || shared.Tick != tick)
        {
            // of two threads one is overwritten: theirs are equal
            shared = UnsampledTrace.Shared(_seed, tick);
            Volatile.Write(ref _shared, shared);
        }

        return shared;
    }

    /// <summary>Whether there is an id left. Only reads where there is none.</summary>
    internal bool TryTake(long now)
    {
        while (true)
        {
            var state = Volatile.Read(ref _usedUntil);
            if (-state > now)
            {
                return false;
            }

            var used = Math.Max(state < 0 ? -state - (AfterPause * Interval) : state, now - Stopwatch.Frequency);
            var isLeft = used + Interval <= now;
            if (Interlocked.CompareExchange(ref _usedUntil, isLeft ? used + Interval : -(now + Pause), state) == state)
            {
                return isLeft;
            }
        }
    }
}
