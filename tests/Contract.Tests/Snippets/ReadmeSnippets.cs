using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Code between <c>&lt;!-- snippet: name --&gt;</c> and <c>&lt;!-- end snippet --&gt;</c> in the documents. The README's own program is
/// <see cref="ReadmeProgramSpec"/>'s.
/// </summary>
internal static class ReadmeSnippets
{
    private static readonly Regex Marked = new(
        @"<!-- snippet: (?<name>[a-z-]+) -->\n```(?<language>[a-z]+)\n(?<text>.*?)\n```\n<!-- end snippet -->",
        RegexOptions.Singleline);

    public const string Start = "docs/getting-started.md";

    public static IReadOnlyList<string> Documents { get; } =
        [.. Directory.GetFiles(Repo.PathOf("docs"), "*.md").Select(file => $"docs/{Path.GetFileName(file)}").Order(StringComparer.Ordinal)];

    public static IReadOnlyList<Snippet> All { get; } = [.. Documents.SelectMany(InDocument)];

    public static string Text(string name) => All.Single(snippet => snippet.Name == name).Text;

    private static IEnumerable<Snippet> InDocument(string document) => Marked.Matches(Repo.Read(document))
        .Select(match => new Snippet(document, match.Groups["name"].Value, match.Groups["language"].Value, match.Groups["text"].Value));

    public sealed record Snippet(string Document, string Name, string Language, string Text);
}
