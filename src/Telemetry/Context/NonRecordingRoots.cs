using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The traces of unsampled roots. Up to 1,000 roots per second each get an id of their own, so that users can tell them apart. Above that rate an id
/// would cost more than the message, so the others are <see cref="NonRecordingContext.Nameless"/>. Any thread.
/// </summary>
internal sealed class NonRecordingRoots
{
    /// <summary>New ids per second in adaptive mode. The same number is available at once after a second without roots.</summary>
    public const int OwnPerSecond = 1000;

    private static readonly long Interval = Stopwatch.Frequency / OwnPerSecond;

    // When the ids are used up, none are given for this long. At a rate far above the limit, a new id every millisecond would cost time without a
    // use.
    private static readonly long Pause = Stopwatch.Frequency;

    // The number of ids available at once after the pause, the same as in any hundredth of a second.
    private const int AfterPause = 10;

    // The time until which the ids of the last second are used up: the generic cell rate algorithm (ITU-T I.371). Negative: the end of a pause.
    private long _usedUntil;

    /// <summary>The trace of an unsampled root.</summary>
    public NonRecordingContext Next(AkkaUnsampledTraceIds ids) =>
        ids == AkkaUnsampledTraceIds.Always || (ids == AkkaUnsampledTraceIds.Adaptive && TryTake(CoarseClock.Now))
            ? NonRecordingContext.Own()
            : NonRecordingContext.Nameless;

    /// <summary>Whether <see cref="Next"/> certainly gives no id. Runs for every message, and only reads.</summary>
    /// <param name="ids">Which roots get an id.</param>
    /// <param name="now">The coarse time.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool GivesNone(AkkaUnsampledTraceIds ids, long now) =>
        ids == AkkaUnsampledTraceIds.Never || (ids == AkkaUnsampledTraceIds.Adaptive && -Volatile.Read(ref _usedUntil) > now);

    /// <summary>Whether an id is left. Only reads when none is left.</summary>
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
