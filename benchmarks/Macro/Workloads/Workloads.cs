namespace AkkaInstrumentation.Benchmarks;

/// <summary>All workloads, in the order of the results.</summary>
internal static class Workloads
{
    public static readonly IReadOnlyList<IWorkload> All =
    [
        new Tell3M(),
        new PingPong(2),
        new PingPong(2_000),
        new FanOut(),
        new ManyActors(),
        new Pipeline(),
        new AskRoundTrip(),
        new Backlog(),
        new WebRequests(),
        new Steady(10_000, inBursts: true),
        new Steady(100_000, inBursts: true),
        new Steady(400_000, inBursts: true),
        new Steady(100_000, inBursts: false),
    ];

    public static IWorkload Named(string name) =>
        Spread.Is(name) ? Spread.Parse(name) : All.Append(new Hanging()).Single(workload => workload.Name == name);
}
