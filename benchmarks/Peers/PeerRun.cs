using System.Globalization;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// One process a framework; all live at the same time and take turns. In a turn the states of a workload follow each other, and another
/// one is first each time.
/// Each round has new processes, because the same program in two processes differs.
/// </summary>
internal static class PeerRun
{
    // In hexadecimal digits: 64 MB.
    private const string YoungGeneration = "4000000";

    public static async Task<int> Run(int rounds, int turns)
    {
        // Virtual machines often hide the size of the cache by which the runtime chooses this, and it then collects garbage hundreds of times in a
        // turn. Collections would be most of what is measured.
        Environment.SetEnvironmentVariable("DOTNET_GCgen0size", YoungGeneration);
        var cells = new PeerCells();
        for (var round = 0; round < rounds; round++)
        {
            await Round(turns, cells);
            Console.WriteLine($"round {round + 1} of {rounds}");
        }

        Console.WriteLine(PeerTables.Details(cells));
        Console.WriteLine(PeerTables.Summary(cells));
        if (rounds > 1)
        {
            File.WriteAllText(
                Environs.PathOf("benchmarks/results/peers.md"),
                "# Beside other frameworks\n\nWritten by `dotnet run -c Release --project benchmarks/Peers`; [how it is measured](../README.md).\n\n"
                + PeerTables.Details(cells));
            PerformanceDocument.Paste("peers", PeerTables.Summary(cells));
        }

        return cells.Values.All(cell => cell.IsValid) ? 0 : 1;
    }

    private static async Task Round(int turns, PeerCells cells)
    {
        var children = new List<(string Name, NodeProcess Process, PeerReady Ready)>();
        try
        {
            foreach (var name in Framework.All.Keys)
            {
                var process = new NodeProcess(PeerChild.Command, name);
                children.Add((name, process, null!));
                children[^1] = (name, process, await process.Read<PeerReady>());
            }

            for (var turn = 0; turn < turns; turn++)
            {
                foreach (var (name, process, ready) in children)
                {
                    foreach (var workload in ready.Messages.Keys)
                    {
                        await Turn(turn, name, workload, ready, process, cells);
                    }
                }
            }
        }
        finally
        {
            foreach (var child in children)
            {
                await child.Process.DisposeAsync();
            }
        }
    }

    private static async Task Turn(
        int turn, string name, PeerWorkload workload, PeerReady ready, NodeProcess process, PeerCells cells)
    {
        var states = ready.States.Select(PeerState.Named).ToList();
        var turns = new Dictionary<PeerState, PeerTurn>();
        for (var i = 0; i < states.Count; i++)
        {
            var state = states[(turn + i) % states.Count];
            turns[state] = await process.Ask<PeerTurn>(
                string.Create(CultureInfo.InvariantCulture, $"round|{workload}|{state.Name}|{ready.Messages[workload]}"));
        }

        // The first turn still warms up.
        foreach (var state in turn > 0 ? states : [])
        {
            cells.TryAdd((name, workload, state), new PeerCell());
            cells[(name, workload, state)].Add(turns[state], turns[PeerState.Off]);
        }
    }
}
