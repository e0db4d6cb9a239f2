using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The results as Markdown.</summary>
internal static class PeerTables
{
    private const string Invalid = "invalid";

    /// <summary>A row for each framework and workload, a column for each state: medians of what a message costs more than off.</summary>
    public static string Summary(PeerCells cells)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"| ns a message | {string.Join(" | ", PeerState.All.Select(Column))} |\n");
        text.Append(CultureInfo.InvariantCulture, $"|---|{string.Concat(PeerState.All.Select(_ => "--:|"))}\n");
        foreach (var row in cells.Keys.GroupBy(key => (key.Workload, key.Name)).OrderBy(row => row.Key.Workload))
        {
            var columns = PeerState.All
                .Select(state => cells.TryGetValue((row.Key.Name, row.Key.Workload, state), out var cell) ? Figure(state, cell) : "–");
            text.Append(CultureInfo.InvariantCulture, $"| {What(row.Key.Workload)}: {row.Key.Name} | {string.Join(" | ", columns)} |\n");
        }

        text.Append(CultureInfo.InvariantCulture, $"\n{Environs.Machine}, {Environment.ProcessorCount} cores; {Environs.Date}\n");
        return text.ToString();

        static string Column(PeerState state) => state == PeerState.Off ? state.Name : $"+ {state.Name}";
    }

    /// <summary>A row for each framework, workload and state.</summary>
    public static string Details(PeerCells cells)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"{Environs.Text}\n\n");
        text.Append("| messages | framework | state | processor time | added (middle half) | by the clock | bytes | GC pause | spans | points | counts |\n");
        text.Append("|---|---|---|--:|--:|--:|--:|--:|--:|--:|---|\n");
        foreach (var ((name, workload, state), cell) in cells.OrderBy(cell => cell.Key.Workload))
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"| {What(workload)} | {name} | {state.Name} | {cell.Processor:0} ns ");
            text.Append(
                CultureInfo.InvariantCulture,
                $"| {cell.Added():0} ns ({cell.Added(0.25):0} to {cell.Added(0.75):0}) | {cell.Wall:0} ns | {cell.Bytes:0} | {cell.Pause:0} ns | {cell.Spans:0.000} | {cell.Points:0} | {(cell.IsValid ? "valid" : Invalid)} |\n");
        }

        return text.ToString();
    }

    private static string Figure(PeerState state, PeerCell cell) =>
        !cell.IsValid ? Invalid : (state == PeerState.Off ? cell.Processor : cell.Added()).ToString("0", CultureInfo.InvariantCulture);

    private static string What(PeerWorkload workload) => workload == PeerWorkload.Request ? "request" : "one way";
}
