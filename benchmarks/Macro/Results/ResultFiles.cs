using System.Text.Json;
using System.Text.Json.Serialization;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The last results, under <c>benchmarks/results</c>.</summary>
internal static class ResultFiles
{
    public static readonly JsonSerializerOptions Json = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        WriteIndented = true,
    };

    public static void Write(Result result)
    {
        Directory.CreateDirectory(Environs.PathOf("benchmarks/results"));
        File.WriteAllText(PathOf("json"), JsonSerializer.Serialize(result, Json) + "\n");
        WriteForPeople(result);
    }

    /// <summary>Writes the tables again from what <see cref="Read"/> has found.</summary>
    public static void WriteForPeople(Result result) =>
        File.WriteAllText(PathOf("md"), $"# Latest results\n\nWritten by `dotnet run -c Release --project benchmarks/Macro`; [what the columns mean](../../docs/performance.md).\n\n{ResultTable.Write(result)}");

    public static Result Read() =>
        JsonSerializer.Deserialize<Result>(File.ReadAllText(PathOf("json")), Json)!;

    private static string PathOf(string kind) => Environs.PathOf($"benchmarks/results/latest.{kind}");
}
