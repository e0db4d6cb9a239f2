using System.Globalization;
using System.Text;
using System.Text.Json;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// The processes of all states live at the same time and take turns; who is first changes. Pages are open during their state's turn only. Each round has new
/// processes, because the same program in two processes differs.
/// </summary>
internal static class PageRun
{
    // The observation ends ten seconds after the last request.
    private static readonly TimeSpan End = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan Begin = TimeSpan.FromSeconds(2);
    private static readonly JsonSerializerOptions Json = new() { WriteIndented = true };

    public static async Task<int> Run(int rounds, int turns)
    {
        var measured = PageState.All.ToDictionary(state => state, _ => new List<PageTurn>());
        for (var round = 0; round < rounds; round++)
        {
            Console.WriteLine($"round {round + 1} of {rounds}");
            await Round(turns, measured);
        }

        var table = Table(measured);
        Console.WriteLine($"\n{table}");
        if (rounds > 1)
        {
            var result = new { Environs.Machine, Environs.Runtime, Environs.Akka, Environs.Date, Rows = measured.ToDictionary(state => state.Key.Name, state => state.Value) };
            File.WriteAllText(Environs.PathOf("benchmarks/results/pages.json"), JsonSerializer.Serialize(result, Json) + "\n");
            PerformanceDocument.Paste("pages", table);
        }

        return 0;
    }

    private static async Task Round(int turns, Dictionary<PageState, List<PageTurn>> measured)
    {
        var children = new Dictionary<PageState, (NodeProcess Process, string Address)>();
        try
        {
            foreach (var state in PageState.All)
            {
                var process = new NodeProcess(PageChild.Command, state.Name);
                children[state] = (process, "");
                children[state] = (process, await process.Read<string>());
                Console.WriteLine($"  {state.Name} is ready");
            }

            for (var turn = 0; turn < turns; turn++)
            {
                for (var i = 0; i < PageState.All.Count; i++)
                {
                    var state = PageState.All[(turn + i) % PageState.All.Count];
                    var took = await Turn(state, children[state].Process, children[state].Address);
                    measured[state].Add(took);
                    Console.WriteLine(FormattableString.Invariant($"  turn {turn + 1} of {turns}: {state.Name}, {took.CpuNanoseconds:0} ns a message at {took.PerSecond:0} a second"));
                }
            }
        }
        finally
        {
            foreach (var (process, _) in children.Values)
            {
                await process.DisposeAsync();
            }
        }
    }

    private static async Task<PageTurn> Turn(PageState state, NodeProcess child, string address)
    {
        if (state.Pages == 0)
        {
            return await child.Ask<PageTurn>();
        }

        PageTurn turn;
        await using (new OpenPages(address, state.Pages))
        {
            await Task.Delay(Begin);
            turn = await child.Ask<PageTurn>();
        }

        await Task.Delay(End);
        return turn;
    }

    private static string Table(Dictionary<PageState, List<PageTurn>> measured)
    {
        var text = new StringBuilder();
        var without = measured[PageState.All[0]];
        Line($"{PageChild.Actors:N0} actors, {PageChild.PerSecond:N0} messages a second; medians of {without.Count} turns, and of the differences to the first state in the same turn:\n");
        Line($"| state | handled a second | processor time | more (middle half) | of one processor | allocated | p50 | p90 | p99 |");
        Line($"|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        foreach (var (state, turns) in measured)
        {
            var more = turns.Zip(without, (turn, first) => turn.CpuNanoseconds - first.CpuNanoseconds).ToList();
            Line($"| {state.Name}: {state.What} | {Median(turn => turn.PerSecond):N0} | {Median(turn => turn.CpuNanoseconds):0} ns | {more.Median():0;-0;0} ns ({more.Quantile(0.25):0;-0;0} to {more.Quantile(0.75):0;-0;0}) | {more.Median() * PageChild.PerSecond / 1e7:0.0} % | {Median(turn => turn.Bytes):0.0} B | {Median(turn => turn.P50):0} µs | {Median(turn => turn.P90):0} µs | {Median(turn => turn.P99):0} µs |");

            double Median(Func<PageTurn, double> of) => turns.Select(of).Median();
        }

        Line($"\n{Environs.Text}");
        return text.ToString();

        void Line(FormattableString line) => text.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
    }
}
