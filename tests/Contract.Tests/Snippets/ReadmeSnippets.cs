using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The README's code between <c>&lt;!-- snippet: name --&gt;</c> and <c>&lt;!-- end snippet --&gt;</c>.</summary>
internal static partial class ReadmeSnippets
{
    public static IReadOnlyList<Snippet> All { get; } = [.. Marked().Matches(Repo.Read("README.md"))
        .Select(match => new Snippet(match.Groups["name"].Value, match.Groups["language"].Value, match.Groups["text"].Value))];

    public static string Text(string name) => All.Single(snippet => snippet.Name == name).Text;

    [GeneratedRegex(@"<!-- snippet: (?<name>[a-z-]+) -->\n```(?<language>[a-z]+)\n(?<text>.*?)\n```\n<!-- end snippet -->", RegexOptions.Singleline)]
    private static partial Regex Marked();

    public sealed record Snippet(string Name, string Language, string Text);
}
