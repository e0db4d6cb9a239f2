using System.Text.Json;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// The measured cases and where they were measured, under <c>benchmarks/results</c>. A run of some stages replaces theirs and leaves the others.
/// </summary>
internal sealed record MicroResult(
    string Machine, int Cores, string Runtime, string Akka, string Date, IReadOnlyList<MicroRow> Rows)
{
    private static readonly JsonSerializerOptions Json = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        WriteIndented = true,
    };

    public static void Record(IReadOnlyList<MicroRow> rows)
    {
        var file = PathOf("json");
        var earlier = File.Exists(file) ? JsonSerializer.Deserialize<MicroResult>(File.ReadAllText(file), Json)!.Rows : [];
        var measured = rows.Select(row => row.Key).ToHashSet();
        var all = new MicroResult(
            Environs.Machine,
            Environment.ProcessorCount,
            Environs.Runtime,
            Environs.Akka,
            Environs.Date,
            [.. earlier.Where(row => !measured.Contains(row.Key)).Concat(rows).OrderBy(row => row.Key, StringComparer.Ordinal)]);
        File.WriteAllText(file, JsonSerializer.Serialize(all, Json) + "\n");

        var tables = $"{Environs.Text}\n{new MicroTables(all.Rows).Write()}";
        File.WriteAllText(
            PathOf("md"),
            $"# Stages of a message's life\n\nWritten by `dotnet run -c Release --project benchmarks/Micro`; [how it is measured](../README.md).\n\n{tables}");
    }

    private static string PathOf(string kind) => Environs.PathOf($"benchmarks/results/micro.{kind}");
}
