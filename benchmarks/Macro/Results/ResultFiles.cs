using System.Text.Json;
using System.Text.Json.Serialization;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// The records, under <c>benchmarks/results/records</c>: a file for each processor and day, for programs and for people. What else is measured lies
/// with the build's output.
/// </summary>
internal static class ResultFiles
{
    public static readonly JsonSerializerOptions Json = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        WriteIndented = true,
    };

    private const string Folder = "benchmarks/results/records";

    /// <summary>Writes a look at a part, which is no record.</summary>
    public static void WriteLook(Result result) => WriteForPeople(result, "artifacts/bench.md");

    /// <summary>Adds a run to the record of this processor and day.</summary>
    public static void AddToRecord(Result result)
    {
        Directory.CreateDirectory(Environs.PathOf(Folder));
        var file = Environs.PathOf($"{Folder}/{result.Name}.json");
        var record = File.Exists(file) ? Read(file).With(result) : result;
        File.WriteAllText(file, JsonSerializer.Serialize(record, Json) + "\n");
        WriteForPeople(record, DocumentOf(record));
    }

    /// <summary>The newest record of each processor, newest first. Their tables are written again.</summary>
    public static IReadOnlyList<Result> ReadRecords()
    {
        var records = Directory.GetFiles(Environs.PathOf(Folder), "*.json").Select(Read).OrderByDescending(record => record.Date, StringComparer.Ordinal)
            .ThenBy(record => record.Machine, StringComparer.Ordinal).ToList();
        records.ForEach(record => WriteForPeople(record, DocumentOf(record)));
        return records.DistinctBy(record => record.Machine).ToList();
    }

    /// <summary>The record for people, from the repository's root.</summary>
    public static string DocumentOf(Result record) => $"{Folder}/{record.Name}.md";

    private static Result Read(string file) => JsonSerializer.Deserialize<Result>(File.ReadAllText(file), Json)!;

    private static void WriteForPeople(Result result, string document) => File.WriteAllText(Environs.PathOf(document),
        $"# Results of {result.Date}\n\nWritten by `dotnet run -c Release --project benchmarks/Macro`; [what the columns mean](../../README.md).\n\n{ResultTable.Write(result)}");
}
