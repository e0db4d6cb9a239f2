namespace AkkaInstrumentation.Benchmarks;

/// <summary>What is installed on both nodes, who listens, and in which trace the messages are.</summary>
/// <param name="Name">As in the results.</param>
/// <param name="What">One line for the reader of the results.</param>
internal sealed record NodeState(string Name, string What)
{
    public static readonly NodeState Plain = new("plain", "nothing installed");

    /// <summary>All states, in the order of the results.</summary>
    public static readonly IReadOnlyList<NodeState> All =
    [
        Plain,
        new("one node", "without the package for nodes, nothing is collected") { HasMailboxes = true },
        new("idle", "nothing is collected") { HasMailboxes = true, HasProvider = true },
        new("metrics", "collected once a second") { HasMailboxes = true, HasProvider = true, Metrics = true },
        new("no trace", "a tracer provider, messages outside of traces") { HasMailboxes = true, HasProvider = true, Trace = Traced.Never },
        new("unsampled", "in a trace that is not sampled") { HasMailboxes = true, HasProvider = true, Trace = Traced.Unsampled },
        new("recorded", "a span for each message") { HasMailboxes = true, HasProvider = true, Trace = Traced.Recorded },
    ];

    public bool HasMailboxes { get; init; }

    public bool HasProvider { get; init; }

    public bool Metrics { get; init; }

    public Traced Trace { get; init; }

    public static NodeState Named(string name) => All.Single(state => state.Name == name);
}

/// <summary>In which trace the messages are.</summary>
internal enum Traced
{
    /// <summary>Nobody listens to spans.</summary>
    Unheard,

    /// <summary>Somebody listens, and messages outside of a trace begin none.</summary>
    Never,

    Unsampled,

    Recorded,
}
