using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Limits the reports that are written in a minute. Further reports are only counted. Used by one thread at a time.</summary>
internal sealed class ReportBudget(Func<int> perMinute)
{
    private long _minuteEnds = long.MinValue;
    private int _left;
    private int _heldBack;

    /// <summary>Whether a report may be written now, and how many were held back since the last written one.</summary>
    public bool TryTake(long now, out int heldBack)
    {
        if (now >= _minuteEnds)
        {
            _minuteEnds = now + (60 * Stopwatch.Frequency);
            _left = perMinute();
        }

        heldBack = _heldBack;
        if (_left == 0)
        {
            _heldBack++;
            return false;
        }

        _left--;
        _heldBack = 0;
        return true;
    }
}
