using System.Text.Json;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A whole run, and where it was measured, under <c>benchmarks/results</c> and in <c>docs/cluster.md</c>.</summary>
internal sealed record NodeResult(
    string Machine, int Cores, string Runtime, string Akka, string Date, IReadOnlyList<NodeRow> Rows, IReadOnlyList<Meeting> Meetings)
{
    private static readonly JsonSerializerOptions Json = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        WriteIndented = true,
    };

    public static void Record(IReadOnlyList<NodeRow> rows, IReadOnlyList<Meeting> meetings)
    {
        var result = new NodeResult(
            Environs.Machine, Environment.ProcessorCount, Environs.Runtime, Environs.Akka, Environs.Date, rows, meetings);
        var tables = NodeTables.Write(rows, meetings);
        File.WriteAllText(PathOf("json"), JsonSerializer.Serialize(result, Json) + "\n");
        File.WriteAllText(
            PathOf("md"),
            $"# Messages between nodes\n\nWritten by `dotnet run -c Release --project benchmarks/Nodes`; [how it is measured](../README.md).\n\n{tables}");
        PerformanceDocument.Paste("nodes", tables, "docs/cluster.md");
    }

    private static string PathOf(string kind) => Environs.PathOf($"benchmarks/results/nodes.{kind}");
}
