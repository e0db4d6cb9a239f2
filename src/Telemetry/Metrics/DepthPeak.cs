using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The largest depth of one mailbox since a collector last took it. A run records a depth about once. The thread that reads the remaining depth
/// at the end of a run records it, although the next run may already have begun on another thread. A collector takes the value. A record that
/// races with a take is either kept for the next take, or is not larger than the value just taken. In both cases collectors miss no larger
/// value.
/// </summary>
internal struct DepthPeak
{
    private int _largest;

    public void Record(int depth)
    {
        var largest = Volatile.Read(ref _largest);
        while (depth > largest)
        {
            var found = Interlocked.CompareExchange(ref _largest, depth, largest);
            if (found == largest)
            {
                return;
            }

            largest = found;
        }
    }

    // Most mailboxes have had no messages since the last take. So this reads before it writes interlocked.
    public int Take() => Volatile.Read(ref _largest) == 0 ? 0 : Interlocked.Exchange(ref _largest, 0);
}

/// <summary>
/// The largest value of the last minute, in steps of ten seconds. It is a window and not "since the last collection", because an
/// instrument cannot know which reader asks: the first reader would take the peak away from the others.
/// Readers that collect at least once a minute (the default) see every peak. A walk uses it, one at a time.
/// </summary>
internal sealed class PeakWindow
{
    private const int Steps = 7;
    private static readonly long StepTicks = 10 * Stopwatch.Frequency;

    private readonly long[] _largest = new long[Steps];
    private long _step;

    /// <summary>Returns the largest value of the current step and the six before it, which covers the last 60 to 70 seconds.</summary>
    public long Record(long value, long now)
    {
        var step = now / StepTicks;
        for (var outdated = Math.Max(_step + 1, step - Steps + 1); outdated <= step; outdated++)
        {
            _largest[outdated % Steps] = 0;
        }

        _step = Math.Max(_step, step);
        ref var current = ref _largest[_step % Steps];
        current = Math.Max(current, value);
        return _largest.Max();
    }
}
