using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The largest value of the last minute, in steps of ten seconds. It is a window and not "since the last collection", because an
/// instrument cannot know which reader asks: the first reader would take the peak away from the others.
/// Readers that collect at least once a minute (the default) see every peak. <see cref="CollectionCycle"/>'s lock guards it.
/// </summary>
internal sealed class PeakWindow
{
    private const int Steps = 7;
    private static readonly long StepTicks = 10 * Stopwatch.Frequency;

    private readonly long[] _largest = new long[Steps];
    private long _step;

    public void Record(long value, long now)
    {
        Advance(now);
        ref var current = ref _largest[_step % Steps];
        current = Math.Max(current, value);
    }

    /// <summary>The largest value of the current step and the six before it, that is of the last 60 to 70 seconds.</summary>
    public long Largest(long now)
    {
        Advance(now);
        return _largest.Max();
    }

    private void Advance(long now)
    {
        var step = now / StepTicks;
        for (var outdated = Math.Max(_step + 1, step - Steps + 1); outdated <= step; outdated++)
        {
            _largest[outdated % Steps] = 0;
        }

        _step = Math.Max(_step, step);
    }
}
