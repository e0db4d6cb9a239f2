using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The last values of actor systems that have ended: for a minute, in which every reader that collects at least so often comes,
/// and the last reader of a process that ends. Many systems may end in a minute, so there is a limit for all of them; the
/// oldest go first. Immutable.
/// </summary>
internal sealed class EndedSystems
{
    /// <summary>Values of all systems together, of some 200 bytes each; the system that ended last is kept whatever it has.</summary>
    public const int MostValues = 50_000;

    public static readonly TimeSpan KeptFor = TimeSpan.FromMinutes(1);

    private static readonly long KeptTicks = (long)(KeptFor.TotalSeconds * Stopwatch.Frequency);

    private readonly LastValues[] _all;

    private EndedSystems(LastValues[] all) => _all = all;

    public static EndedSystems None { get; } = new([]);

    /// <summary>The oldest first.</summary>
    public IReadOnlyList<LastValues> All => _all;

    /// <summary>And one more.</summary>
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

    /// <summary>Those that are still kept; itself when these are all.</summary>
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
