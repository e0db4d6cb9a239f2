namespace AkkaInstrumentation.Benchmarks;

/// <summary>What is switched on and who listens.</summary>
/// <param name="Name">As in the results.</param>
/// <param name="Share">Of the traces that are sampled; 0 is no listener for spans.</param>
/// <param name="HasMetrics">Whether a meter provider collects.</param>
internal sealed record PeerState(string Name, double Share, bool HasMetrics)
{
    /// <summary>The framework without its telemetry, as far as it has a switch.</summary>
    public static readonly PeerState Off = new("off", 0, false);

    /// <summary>All states, in the order of the results.</summary>
    public static readonly IReadOnlyList<PeerState> All =
    [
        Off,
        new("idle", 0, false),
        new("metrics", 0, true),
        new("1 %", 0.01, false),
        new("both", 0.01, true),
        new("all spans", 1, false),
    ];

    public bool HasSpans => Share > 0;

    public static PeerState Named(string name) => All.Single(state => state.Name == name);
}

/// <summary>What the messages are.</summary>
internal enum PeerWorkload
{
    /// <summary>A question and its answer: each lane asks again when it has the answer.</summary>
    Request,

    /// <summary>Each lane sends a burst, and the next one when all of it is handled.</summary>
    OneWay,
}
