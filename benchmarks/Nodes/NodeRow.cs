namespace AkkaInstrumentation.Benchmarks;

/// <summary>One state's figures: medians over all turns. Ratios are to plain Akka's iteration in the same turn.</summary>
internal sealed record NodeRow
{
    public required string State { get; init; }

    public required string What { get; init; }

    public required int Iterations { get; init; }

    /// <summary>A message there and its answer, while 16 pairs of actors keep both nodes busy.</summary>
    public required double RoundTripMicroseconds { get; init; }

    /// <summary>Of messages per second.</summary>
    public required double Ratio { get; init; }

    public required double RatioLow { get; init; }

    public required double RatioHigh { get; init; }

    public required double CpuMicrosecondsPerMessage { get; init; }

    public required double BytesPerMessage { get; init; }

    public required double BytesAdded { get; init; }

    public required double WireBytes { get; init; }

    public required double SpansPerMessage { get; init; }

    public static IReadOnlyList<NodeRow> Of(Dictionary<NodeState, List<NodeTurn>> measured, Dictionary<NodeState, NodeReady> ready)
    {
        var plain = measured[NodeState.Plain];
        var plainBytes = plain.Select(turn => turn.Bytes).Median();
        return [.. NodeState.All.Select(state => Row(state, measured[state]))];

        NodeRow Row(NodeState state, List<NodeTurn> turns)
        {
            var ratios = turns.Zip(plain, (turn, other) => other.Nanoseconds / turn.Nanoseconds).ToList();
            var bytes = turns.Select(turn => turn.Bytes).Median();
            return new NodeRow
            {
                State = state.Name,
                What = state.What,
                Iterations = turns.Count,
                RoundTripMicroseconds = Math.Round(2 * RemotePingPong.Pairs * turns.Select(turn => turn.Nanoseconds).Median() / 1_000, 1),
                Ratio = Math.Round(ratios.Median(), 3),
                RatioLow = Math.Round(ratios.Quantile(0.25), 3),
                RatioHigh = Math.Round(ratios.Quantile(0.75), 3),
                CpuMicrosecondsPerMessage = Math.Round(turns.Select(turn => turn.CpuNanoseconds).Median() / 1_000, 2),
                BytesPerMessage = Math.Round(bytes),
                BytesAdded = Math.Round(bytes - plainBytes),
                WireBytes = Math.Round(ready[state].WireBytes, 1),
                SpansPerMessage = Math.Round(ready[state].Spans / 100, 2),
            };
        }
    }
}
