using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Which answers are refused first when the time for them is short: the last ones here.</summary>
internal enum AnswerRank
{
    /// <summary>The status line: one question.</summary>
    Status,

    /// <summary>A view without a parameter: as many questions as views.</summary>
    View,

    /// <summary>A question with parameters: endless many.</summary>
    Search,
}

/// <summary>
/// The processor time for all answers of a dashboard together: a tenth of a processor. What is not used is saved up, for half a minute. Searches
/// may take half of what is saved; of two viewers who search, the one who has used less is refused later. An answer counts with the time on the
/// clock, which is at least its processor time. Any thread.
/// </summary>
internal sealed class AnswerBudget
{
    /// <summary>One part in so many of a processor.</summary>
    public const int Part = 10;

    /// <summary>The most that can be saved up, in <see cref="Stopwatch"/> ticks.</summary>
    public static readonly long Full = 3 * Stopwatch.Frequency;

    private const int MaxViewers = 100;
    private const int LongestRefusalSeconds = 30;

    private readonly object _lock = new();
    private readonly Dictionary<string, long> _used = [];
    private long _left = Full;
    private long _at = Stopwatch.GetTimestamp();
    private long _usedSince = Stopwatch.GetTimestamp();
    private long _spent;

    /// <summary>The time of all answers so far, in ticks.</summary>
    public long Spent => Volatile.Read(ref _spent);

    /// <summary>0 if an answer may be made now; otherwise the seconds after which to ask again.</summary>
    public int SecondsToWait(AnswerRank rank, string viewer, long now)
    {
        lock (_lock)
        {
            Earn(now);
            var least = rank switch
            {
                AnswerRank.Status => -Full,
                AnswerRank.View => 0,
                _ => (Full / 2) + Math.Min(_used.GetValueOrDefault(viewer), Full / 4),
            };
            return _left > least ? 0 : (int)Math.Clamp(((least - _left) * Part / Stopwatch.Frequency) + 1, 1, LongestRefusalSeconds);
        }
    }

    /// <summary>An answer was made for a viewer.</summary>
    public void Spend(string viewer, long ticks, long now)
    {
        lock (_lock)
        {
            Earn(now);
            _left -= ticks;
            _spent += ticks;

            // Beyond the limit, all others are one viewer.
            var who = _used.Count < MaxViewers || _used.ContainsKey(viewer) ? viewer : "";
            _used[who] = _used.GetValueOrDefault(who) + ticks;
        }
    }

    private void Earn(long now)
    {
        _left = Math.Min(Full, _left + (Math.Max(0, now - _at) / Part));
        _at = Math.Max(_at, now);
        if (now - _usedSince > Full * Part)
        {
            _usedSince = now;
            _used.Clear();
        }
    }
}
