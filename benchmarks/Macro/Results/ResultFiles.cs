using System.Text.Json;
using System.Text.Json.Serialization;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The last results of each host, under <c>benchmarks/results</c>.</summary>
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
        File.WriteAllText(PathOf(result.Host, "json"), JsonSerializer.Serialize(result, Json) + "\n");
        WriteForPeople(result);
    }

    /// <summary>Writes the tables again from what <see cref="Read"/> has found.</summary>
    public static void WriteForPeople(Result result) =>
        File.WriteAllText(PathOf(result.Host, "md"), $"# Latest results on host `{result.Host}`\n\nWritten by `./build.sh bench`; [what the columns mean](../../docs/performance.md).\n\n{ResultTable.Write(result)}");

    public static Result Read(string host) =>
        JsonSerializer.Deserialize<Result>(File.ReadAllText(PathOf(host, "json")), Json)!;

    private static string PathOf(string host, string kind) => Environs.PathOf($"benchmarks/results/latest.{host}.{kind}");
}
