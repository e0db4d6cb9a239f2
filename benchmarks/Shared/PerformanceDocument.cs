using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Pastes what was measured on the real Akka between the markers of <c>docs/performance.md</c>.</summary>
internal static class PerformanceDocument
{
    public const string Host = "akka";

    private const string End = "<!-- end -->";

    public static void Update(Result result) => Paste("<!-- latest.akka.json -->\n", ResultTable.Write(result));

    public static void Update(IEnumerable<Axis> axes)
    {
        var images = new StringBuilder();
        foreach (var axis in axes)
        {
            images.Append($"![What a message costs, by {axis.Title}](../benchmarks/results/scaling-{axis.Name}.{Host}.svg)\n");
        }

        Paste("<!-- scaling -->\n", images.ToString());
    }

    private static void Paste(string marker, string what)
    {
        var file = Environs.PathOf("docs/performance.md");
        var text = File.ReadAllText(file).ReplaceLineEndings("\n");
        var begin = text.IndexOf(marker, StringComparison.Ordinal) + marker.Length;
        var end = text.IndexOf(End, begin, StringComparison.Ordinal);
        File.WriteAllText(file, $"{text[..begin]}\n{what}\n{text[end..]}");
    }
}
