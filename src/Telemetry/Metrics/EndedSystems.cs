using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The last values of actor systems that have ended. They are kept for a minute. So a reader that collects at least once a minute sees them, and also
/// the final collection of a process that ends. Many systems may end within a minute, so one limit applies to all of them; the
/// oldest are dropped first. Immutable.
/// </summary>
internal sealed class EndedSystems
{
    /// <summary>
    /// Limit for the values of all systems together, about 200 bytes each. The system that ended last is kept even if it exceeds the limit.
    /// </summary>
    public const int MostValues = 50_000;

    public static readonly TimeSpan KeptFor = TimeSpan.FromMinutes(1);

    private static readonly long KeptTicks = (long)(KeptFor.TotalSeconds * Stopwatch.Frequency);

    private readonly LastValues[] _all;

    private EndedSystems(LastValues[] all) => _all = all;

    public static EndedSystems None { get; } = new([]);

    /// <summary>The oldest first.</summary>
    public IReadOnlyList<LastValues> All => _all;

    /// <summary>Returns these systems and one more.</summary>
    public EndedSystems With(LastValues last, long now)
    {
        List<LastValues> all = [.. At(now)._all, last];
        var values = all.Sum(system => (long)system.Count);
        while (values > MostValues && all.Count > 1)
        {
            values -= all[0].Count;
            all.RemoveAt(0);
        }

        return new([.. all]);
    }

    /// <summary>Returns the systems that have not expired; returns this object if none has.</summary>
    public EndedSystems At(long now)
    {
        if (_all.Length == 0 || !IsOver(_all[0]))
        {
            return this;
        }

        var kept = Array.FindAll(_all, system => !IsOver(system));
        return kept.Length == 0 ? None : new(kept);

        bool IsOver(LastValues system) => now - system.EndedAt > KeptTicks;
    }
}
