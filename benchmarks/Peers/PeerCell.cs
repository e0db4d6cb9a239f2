namespace AkkaInstrumentation.Benchmarks;

/// <summary>All turns of one framework, workload and state.</summary>
internal sealed class PeerCell
{
    private readonly List<PeerTurn> _turns = [];
    private readonly List<double> _added = [];

    /// <summary>Whether each turn had as many spans and points as it must.</summary>
    public bool IsValid => _turns.TrueForAll(turn => turn.IsValid);

    /// <summary>Nanoseconds of processor time per message.</summary>
    public double Processor => _turns.Select(turn => turn.ProcessorNanoseconds).Median();

    /// <summary>Nanoseconds per message by the clock.</summary>
    public double Wall => _turns.Select(turn => turn.WallNanoseconds).Median();

    /// <summary>Bytes per message.</summary>
    public double Bytes => _turns.Select(turn => turn.Bytes).Median();

    /// <summary>Nanoseconds per message for which collections of garbage stopped all threads.</summary>
    public double Pause => _turns.Select(turn => turn.PauseNanoseconds).Median();

    public double Spans => _turns.Select(turn => turn.Spans).Median();

    public double Points => _turns.Select(turn => (double)turn.Points).Median();

    /// <summary>Processor time above the state off in the same turn.</summary>
    public double Added(double quantile = 0.5) => _added.Quantile(quantile);

    public void Add(PeerTurn turn, PeerTurn off)
    {
        _turns.Add(turn);
        _added.Add(turn.ProcessorNanoseconds - off.ProcessorNanoseconds);
    }
}

/// <summary>What a run has measured, in the order of the frameworks.</summary>
internal sealed class PeerCells : Dictionary<(string Name, PeerWorkload Workload, PeerState State), PeerCell>;
