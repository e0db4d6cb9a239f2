using System.Globalization;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>One thing that grows while all else stays, and what is measured at each of its values.</summary>
/// <param name="Name">Of the plot's file.</param>
/// <param name="Title">What grows.</param>
internal sealed record Axis(string Name, string Title)
{
    private static readonly string[] Usual = ["idle", "metrics", "both-1pct", "both-budget"];

    public required IReadOnlyList<double> Values { get; init; }

    public required Func<double, Spread> Workload { get; init; }

    /// <summary>
    /// How often each state gets new processes at a value. Where what is measured is memory that no cache holds, one process differs
    /// from the next by more than the states do.
    /// </summary>
    public Func<double, int> Processes { get; init; } = _ => 1;

    /// <summary>The lines of the plot, and the state that each has at a value.</summary>
    public IReadOnlyList<(string Line, Func<double, State> State)> Lines { get; init; } =
        [.. Usual.Select(name => (name, (Func<double, State>)(_ => States.Named(name))))];

    public static IReadOnlyList<Axis> All { get; } =
    [
        new("actors", "actors")
        {
            Values = [1, 10, 100, 1_000, 10_000, 100_000],
            Workload = actors => new Spread(actors: (int)actors, wave: Math.Max(3_000, (int)actors)),
            Processes = actors => actors >= 1_000 ? 3 : 1,
        },
        new("types", "message types") { Values = [1, 10, 100, 1_000], Workload = types => new Spread(types: (int)types) },
        new("threads", "threads of the dispatcher") { Values = [.. UpToCores()], Workload = threads => new Spread(threads: (int)threads) },
        new("backlog", "messages that wait when the actor begins to work")
        {
            Values = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000],
            Workload = wave => new Spread(actors: 1, wave: (int)wave, held: true),
        },
        new("share", "share of the messages that get a span, in percent")
        {
            Values = [0.01, 0.1, 1, 10, 100],
            Workload = _ => new Spread(),
            Lines =
            [
                ("spans", percent => States.Sampling("ratio", percent / 100, metrics: false)),
                ("spans, metrics", percent => States.Sampling("ratio", percent / 100, metrics: true)),
            ],
        },
        new("spans", "budget: spans per second")
        {
            Values = [1, 10, 100, 1_000, 10_000],
            Workload = _ => new Spread(),
            Lines =
            [
                ("spans", budget => States.Sampling("budget", budget, metrics: false)),
                ("spans, metrics", budget => States.Sampling("budget", budget, metrics: true)),
            ],
        },
    ];

    public static string TextOf(double value) => value switch
    {
        >= 1_000_000 => string.Create(CultureInfo.InvariantCulture, $"{value / 1_000_000:0.#}M"),
        >= 1_000 => string.Create(CultureInfo.InvariantCulture, $"{value / 1_000:0.#}k"),
        _ => value.ToString("0.##", CultureInfo.InvariantCulture),
    };

    // doubling, and the number of cores itself
    private static IEnumerable<double> UpToCores()
    {
        for (var threads = 1; threads < Environment.ProcessorCount; threads *= 2)
        {
            yield return threads;
        }

        yield return Environment.ProcessorCount;
    }
}
