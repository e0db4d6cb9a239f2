using System.Globalization;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>One thing that grows while all else stays, and what is measured at each of its values.</summary>
/// <param name="Name">Of the plot's file.</param>
/// <param name="Title">What grows.</param>
internal sealed record Axis(string Name, string Title)
{
    private static readonly string[] Usual = ["idle", "metrics", "trace-1pct", "both-all"];

    public required IReadOnlyList<double> Values { get; init; }

    public required Func<double, Spread> Workload { get; init; }

    /// <summary>The lines of the plot, and the state that each has at a value.</summary>
    public IReadOnlyList<(string Line, Func<double, State> State)> Lines { get; init; } =
        [.. Usual.Select(name => (name, (Func<double, State>)(_ => States.Named(name))))];

    public static IReadOnlyList<Axis> All { get; } =
    [
        new("actors", "actors")
        {
            Values = [1, 10, 100, 1_000, 10_000],
            Workload = actors => new Spread(actors: (int)actors, wave: Math.Max(3_000, (int)actors)),
        },
        new("types", "message types") { Values = [1, 4, 16, 64, 256], Workload = types => new Spread(types: (int)types) },
        new("threads", "threads of the dispatcher") { Values = [1, 2, 4, 8], Workload = threads => new Spread(threads: (int)threads) },
        new("backlog", "messages that wait at a time, one actor")
        {
            Values = [10, 100, 1_000, 10_000, 100_000],
            Workload = wave => new Spread(actors: 1, wave: (int)wave),
        },
        new("share", "share of the messages that get a span, in percent")
        {
            Values = [0.01, 0.1, 1, 10, 100],
            Workload = _ => new Spread(),
            Lines =
            [
                ("spans", percent => States.Sampling("ratio", percent / 100, metrics: false)),
                ("spans and metrics", percent => States.Sampling("ratio", percent / 100, metrics: true)),
            ],
        },
        new("spans", "spans per second (budget)")
        {
            Values = [1, 10, 100, 1_000, 10_000],
            Workload = _ => new Spread(),
            Lines =
            [
                ("spans", budget => States.Sampling("budget", budget, metrics: false)),
                ("spans and metrics", budget => States.Sampling("budget", budget, metrics: true)),
            ],
        },
    ];

    public static string TextOf(double value) => value >= 1_000
        ? string.Create(CultureInfo.InvariantCulture, $"{value / 1_000:0.#}k")
        : value.ToString("0.##", CultureInfo.InvariantCulture);
}
