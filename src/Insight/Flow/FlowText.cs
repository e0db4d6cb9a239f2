using System.Globalization;
using System.Text;

namespace AkkaInstrumentation;

/// <summary>The map as text for tools that draw it. One arrow for each pair of types, with its busiest message types.</summary>
internal static class FlowText
{
    private const string Red = "#b3261e";
    private const int MaxNamed = 3;

    public static string Mermaid(AkkaFlowMap map)
    {
        var (nodes, edges) = Graph(map);
        var text = new StringBuilder("flowchart LR\n");
        foreach (var (name, id) in nodes)
        {
            text.Append(CultureInfo.InvariantCulture, $"  {id}[\"{Escaped(name)}\"]\n");
        }

        foreach (var edge in edges)
        {
            text.Append(CultureInfo.InvariantCulture, $"  {edge.From} {(edge.IsRemote ? "-.->" : "-->")}|\"{Escaped(edge.Label)}\"| {edge.To}\n");
        }

        var failing = edges.Select((edge, index) => (edge, index)).Where(one => one.edge.Failures > 0).Select(one => one.index).ToList();
        return (failing.Count == 0 ? text : text.Append(CultureInfo.InvariantCulture, $"  linkStyle {string.Join(',', failing)} stroke:{Red}\n"))
            .ToString();

        // The characters that end a quoted text or begin an entity.
        static string Escaped(string name) => name
            .Replace("#", "#35;", StringComparison.Ordinal).Replace("\"", "#quot;", StringComparison.Ordinal)
            .Replace("<", "#lt;", StringComparison.Ordinal).Replace(">", "#gt;", StringComparison.Ordinal);
    }

    public static string Dot(AkkaFlowMap map)
    {
        var (nodes, edges) = Graph(map);
        var most = edges.Select(edge => edge.PerSecond).DefaultIfEmpty(1).Max();
        var text = new StringBuilder("digraph flow {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n");
        foreach (var (name, id) in nodes)
        {
            text.Append(CultureInfo.InvariantCulture, $"  {id} [label=\"{Escaped(name)}\"];\n");
        }

        foreach (var edge in edges)
        {
            var look = $"{(edge.IsRemote ? ", style=dashed" : "")}{(edge.Failures > 0 ? $", color=\"{Red}\"" : "")}";
            text.Append(CultureInfo.InvariantCulture,
                $"  {edge.From} -> {edge.To} [label=\"{Escaped(edge.Label)}\", penwidth={1 + (5 * Math.Sqrt(edge.PerSecond / most)):0.0}{look}];\n");
        }

        return text.Append("}\n").ToString();

        static string Escaped(string name) => name.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal);
    }

    private static (List<(string Name, string Id)> Nodes, List<Edge> Edges) Graph(AkkaFlowMap map)
    {
        var ids = new Dictionary<string, string>();
        List<Edge> edges =
        [
            .. map.Flows.GroupBy(flow => (From: SenderName(flow), flow.ReceiverType, flow.SenderAddress)).Select(pair => new Edge(
                IdOf(pair.Key.From), IdOf(pair.Key.ReceiverType), pair.Key.SenderAddress is not null,
                    pair.Sum(flow => flow.PerSecond), pair.Sum(flow => flow.Failures), LabelOf([.. pair]))),
        ];
        return ([.. ids.Select(node => (node.Key, node.Value))], edges);

        string IdOf(string name) => ids.TryGetValue(name, out var id) ? id : ids[name] = $"n{ids.Count}";
    }

    private static string SenderName(AkkaFlow flow) => flow.SenderType switch
    {
        FoldedNames.None => "outside",
        FoldedNames.Ask => "Ask",
        FoldedNames.Remote => flow.SenderAddress ?? FoldedNames.Remote,
        FoldedNames.Unknown => "stopped actors",
        _ => flow.SenderType,
    };

    private static string LabelOf(IReadOnlyList<AkkaFlow> flows)
    {
        var failures = flows.Sum(flow => flow.Failures);
        var named = flows.Take(MaxNamed).Select(flow => string.Create(CultureInfo.InvariantCulture, $"{flow.MessageType} {flow.PerSecond:0.##}/s"));
        return string.Join(", ", named)
            + (flows.Count > MaxNamed ? string.Create(CultureInfo.InvariantCulture, $", {flows.Count - MaxNamed} more") : "")
            + (failures > 0 ? string.Create(CultureInfo.InvariantCulture, $", {failures} failed") : "");
    }

    private sealed record Edge(string From, string To, bool IsRemote, double PerSecond, long Failures, string Label);
}
