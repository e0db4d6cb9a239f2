namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// The processes of all states live at the same time and take turns, one iteration each; who is first changes. Each round has new processes, because the same
/// program in two processes differs.
/// </summary>
internal static class NodeRun
{
    public static async Task<int> Run(int rounds, int turns)
    {
        var isRecord = rounds > 1;
        var measured = NodeState.All.ToDictionary(state => state, _ => new List<NodeTurn>());
        var ready = new Dictionary<NodeState, NodeReady>();
        for (var round = 0; round < rounds; round++)
        {
            await Round(turns, measured, ready);
            Console.WriteLine($"round {round + 1} of {rounds}");
        }

        await using var meeting = new NodeProcess(Meetings.Command);
        var meetings = await meeting.Read<List<Meeting>>();
        var rows = NodeRow.Of(measured, ready);
        Console.WriteLine(NodeTables.Write(rows, meetings));
        if (isRecord)
        {
            NodeResult.Record(rows, meetings);
        }

        return 0;
    }

    private static async Task Round(int turns, Dictionary<NodeState, List<NodeTurn>> measured, Dictionary<NodeState, NodeReady> ready)
    {
        var children = new Dictionary<NodeState, NodeProcess>();
        try
        {
            foreach (var state in NodeState.All)
            {
                children[state] = new NodeProcess(NodeChild.Command, state.Name);
                ready[state] = await children[state].Read<NodeReady>();
            }

            for (var turn = 0; turn < turns; turn++)
            {
                for (var i = 0; i < NodeState.All.Count; i++)
                {
                    var state = NodeState.All[(turn + i) % NodeState.All.Count];
                    measured[state].Add(await children[state].Ask<NodeTurn>());
                }
            }
        }
        finally
        {
            foreach (var child in children.Values)
            {
                await child.DisposeAsync();
            }
        }
    }
}
