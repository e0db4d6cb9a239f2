using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// What the counters of one actor system said at its end: numbers and attributes, and nothing that leads to the system.
/// Immutable.
/// </summary>
internal sealed class LastValues
{
    private static readonly ConcurrentQueue<Counter> Counters = new();

    private readonly Dictionary<string, Array> _values = [];

    private LastValues(long endedAt) => EndedAt = endedAt;

    /// <summary><see cref="System.Diagnostics.Stopwatch"/> ticks.</summary>
    public long EndedAt { get; }

    /// <summary>How many values it has.</summary>
    public int Count { get; private init; }

    /// <summary>An instrument whose last values are kept. Once for each, when it is made.</summary>
    /// <param name="instrument">Its name.</param>
    /// <param name="read">Its values for a system, whose last walk found these totals.</param>
    public static void Keep<T>(string instrument, Func<InstrumentationExtension, IReadOnlyList<ActorTypeTotals>, IEnumerable<Measurement<T>>> read)
        where T : struct =>
        Counters.Enqueue(new(instrument, (system, walked) => read(system, walked).ToArray()));

    /// <summary>Reads the counters of a system that has ended.</summary>
    public static LastValues Of(InstrumentationExtension system, IReadOnlyList<ActorTypeTotals> walked, long now) =>
        Of(Counters.Select(counter => (counter.Instrument, counter.Read(system, walked))), now);

    /// <summary>The same of values that have been read.</summary>
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

    private sealed record Counter(string Instrument, Func<InstrumentationExtension, IReadOnlyList<ActorTypeTotals>, Array> Read);
}
