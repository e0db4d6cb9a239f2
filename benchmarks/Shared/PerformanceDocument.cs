namespace AkkaInstrumentation.Benchmarks;

/// <summary>Pastes what a whole run has measured between the markers of <c>docs/performance.md</c>, or of another document.</summary>
internal static class PerformanceDocument
{
    private const string End = "<!-- end -->";

    /// <param name="marker">Of the part: <c>micro</c> is what stands between <c>&lt;!-- micro --&gt;</c> and the next end.</param>
    /// <param name="what">Markdown.</param>
    /// <param name="document">Where, from the repository's root.</param>
    public static void Paste(string marker, string what, string document = "docs/performance.md")
    {
        var file = Environs.PathOf(document);
        var text = File.ReadAllText(file).ReplaceLineEndings("\n");
        var line = $"<!-- {marker} -->\n";
        var begin = text.IndexOf(line, StringComparison.Ordinal) + line.Length;
        if (begin < line.Length)
        {
            throw new InvalidOperationException($"{file} has no line {line}");
        }

        var end = text.IndexOf(End, begin, StringComparison.Ordinal);
        File.WriteAllText(file, $"{text[..begin]}\n{what.Trim()}\n\n{text[end..]}");
    }
}
