using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The rank of an answer. When the time for answers is short, the last ones in this list are refused first.</summary>
internal enum AnswerRank
{
    /// <summary>The status line: a single question.</summary>
    Status,

    /// <summary>A view without parameters: there are as many questions as views.</summary>
    View,

    /// <summary>A question with parameters: there is no limit to their number.</summary>
    Search,
}

/// <summary>
/// The processor time for all answers of a dashboard together: a tenth of a processor. Unused time is saved up for half a minute. A part of it is
/// reserved for views, and a larger part for viewers who have used less than the greediest one. So a viewer who asks without end is refused first,
/// and every other viewer gets up to an equal share. A <see cref="ProcessorTimer"/> measures the time of an answer. Any thread.
/// </summary>
internal sealed class AnswerBudget
{
    /// <summary>The fraction of a processor: one part in this number.</summary>
    public const int Part = 10;

    /// <summary>The longest time that a refusal names.</summary>
    public const int LongestRefusalSeconds = 30;

    /// <summary>The most that can be saved up, in <see cref="Stopwatch"/> ticks.</summary>
    public static readonly long Full = 3 * Stopwatch.Frequency;

    private const int MaxViewers = 100;

    private static readonly long HalfLife = 10 * Stopwatch.Frequency;
    private static readonly long Least = Stopwatch.Frequency / 1_000;

    private readonly object _lock = new();
    private readonly Dictionary<string, double> _used = [];
    private long _left = Full;
    private long _at = Stopwatch.GetTimestamp();
    private long _halvedAt = Stopwatch.GetTimestamp();
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
                _ => Full / 4,
            };
            if (rank != AnswerRank.Status && _used.TryGetValue(Counted(viewer), out var used))
            {
                least += (long)(Full / 2 * (used / _used.Values.Max()));
            }

            return _left > least ? 0 : (int)Math.Clamp(((least - _left) * Part / Stopwatch.Frequency) + 1, 1, LongestRefusalSeconds);
        }
    }

    /// <summary>An answer was created for a viewer.</summary>
    public void Spend(string viewer, long ticks, long now)
    {
        lock (_lock)
        {
            Earn(now);
            _left -= ticks;
            _spent += ticks;

            var who = Counted(viewer);
            _used[who] = _used.GetValueOrDefault(who) + Math.Max(ticks, 1);
        }
    }

    // Beyond the limit, all other viewers count as one.
    private string Counted(string viewer) => _used.Count < MaxViewers || _used.ContainsKey(viewer) ? viewer : "";

    private void Earn(long now)
    {
        _left = Math.Min(Full, _left + (Math.Max(0, now - _at) / Part));
        _at = Math.Max(_at, now);
        if (now - _halvedAt > HalfLife)
        {
            // Only the relation between viewers matters. A viewer who has not asked for long is forgotten.
            _halvedAt = now;
            foreach (var (viewer, used) in _used)
            {
                _used[viewer] = used / 2;
                if (used < Least)
                {
                    _used.Remove(viewer);
                }
            }
        }
    }
}
