using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// The last values of the counters of one actor system at its end: numbers and attributes, without a reference to the system.
/// Immutable.
/// </summary>
internal sealed class LastValues
{
    private static readonly ConcurrentQueue<Counter> Counters = new();

    private readonly Dictionary<string, Array> _values = [];

    private LastValues(long endedAt) => EndedAt = endedAt;

    /// <summary><see cref="System.Diagnostics.Stopwatch"/> ticks.</summary>
    public long EndedAt { get; }

    public int Count { get; private init; }

    /// <summary>Registers an instrument whose last values are kept. Called once for each instrument, when it is made.</summary>
    /// <param name="instrument">Its name.</param>
    /// <param name="read">Returns its values for a system, given the totals of the system's last walk.</param>
    public static void Keep<T>(string instrument, Func<SystemMetrics, IReadOnlyList<ActorTypeTotals>, IEnumerable<Measurement<T>>> read)
        where T : struct =>
        Counters.Enqueue(new(instrument, (system, walked) => read(system, walked).ToArray()));

    /// <summary>Reads the counters of a system that has ended.</summary>
    public static LastValues Of(SystemMetrics system, IReadOnlyList<ActorTypeTotals> walked, long now) =>
        Of(Counters.Select(counter => (counter.Instrument, counter.Read(system, walked))), now);

    /// <summary>The same for values that have been read.</summary>
    internal static LastValues Of(IEnumerable<(string Instrument, Array Values)> values, long now)
    {
        var found = values.Where(counter => counter.Values.Length > 0).ToList();
        var last = new LastValues(now) { Count = found.Sum(counter => counter.Values.Length) };
        foreach (var (instrument, read) in found)
        {
            last._values.Add(instrument, read);
        }

        return last;
    }

    public IReadOnlyList<Measurement<T>> Of<T>(string instrument)
        where T : struct =>
        _values.TryGetValue(instrument, out var values) ? (Measurement<T>[])values : [];

    private sealed record Counter(string Instrument, Func<SystemMetrics, IReadOnlyList<ActorTypeTotals>, Array> Read);
}
