namespace AkkaInstrumentation.Benchmarks;

/// <summary>What is installed on both nodes, who listens, and in which trace the messages are.</summary>
/// <param name="Name">As in the results.</param>
/// <param name="What">One line for the reader of the results.</param>
internal sealed record NodeState(string Name, string What)
{
    public static readonly NodeState Plain = new("plain", "Akka.Remote's own provider, nothing installed");

    /// <summary>All states, in the order of the results.</summary>
    public static readonly IReadOnlyList<NodeState> All =
    [
        Plain,
        new("one node", "mailboxes and dispatchers instrumented, Akka.Remote's own provider, nobody listens") { HasMailboxes = true },
        new("idle", "everything installed, nobody listens") { HasMailboxes = true, HasProvider = true },
        new("metrics", "the same, a meter provider collects once a second") { HasMailboxes = true, HasProvider = true, Metrics = true },
        new("no trace", "a tracer provider samples everything in traces, the messages are in none") { HasMailboxes = true, HasProvider = true, Trace = Traced.Never },
        new("unsampled", "the messages are in a trace that is not sampled") { HasMailboxes = true, HasProvider = true, Trace = Traced.Unsampled },
        new("recorded", "the messages are in a trace that is recorded: a span for each") { HasMailboxes = true, HasProvider = true, Trace = Traced.Recorded },
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
