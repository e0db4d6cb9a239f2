using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>So many reports in a minute are said aloud; of the others only their number. One thread at a time.</summary>
internal sealed class ReportBudget(Func<int> perMinute)
{
    private long _minuteEnds = long.MinValue;
    private int _left;
    private int _heldBack;

    /// <summary>Whether one may be told now, and how many were held back since the last that was.</summary>
    public bool Takes(long now, out int heldBack)
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
