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
        new Streaming(isNamed: false),
        new Streaming(isNamed: true),
        new Timers(isWatched: false),
        new Timers(isWatched: true),
        new WebRequests(),
        new ClientCalls(),
        new Persisting(burst: 0, inDatabase: false),
        new Persisting(burst: 10, inDatabase: false),
        new Persisting(burst: 1_000, inDatabase: false),
        new Persisting(burst: 100_000, inDatabase: false),
        new Persisting(burst: 0, inDatabase: true),
        new Persisting(burst: 1_000, inDatabase: true),
        new Steady(10_000, inBursts: true),
        new Steady(100_000, inBursts: true),
        new Steady(400_000, inBursts: true),
        new Steady(100_000, inBursts: false),
    ];

    public static IWorkload Named(string name) =>
        Spread.Is(name) ? Spread.Parse(name) : All.Append(new Hanging()).Single(workload => workload.Name == name);
}
