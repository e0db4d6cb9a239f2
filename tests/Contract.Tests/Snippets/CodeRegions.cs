using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The code of this folder between <c>// snippet: name</c> and <c>// end snippet</c>, moved to the left margin, below the usings of its
/// file: what a reader needs to compile it. The files are in a namespace outside of ours, so that they need our usings too.
/// </summary>
internal static class CodeRegions
{
    private static readonly Regex Marked = new(
        @"^ *// snippet: (?<name>[a-z-]+)\n(?<text>.*?)\n *// end snippet$",
        RegexOptions.Singleline | RegexOptions.Multiline);
    private const string Folder = "tests/Contract.Tests/Snippets";

    public static IReadOnlyDictionary<string, string> All { get; } =
        Directory.GetFiles(Repo.PathOf(Folder), "*.cs")
            .Select(file => Repo.Read($"{Folder}/{Path.GetFileName(file)}"))
            .SelectMany(code => Marked.Matches(code).Select(match => (Usings: Usings(code), Region: match.Groups)))
            .ToDictionary(
                found => found.Region["name"].Value, found => $"{found.Usings}\n\n{Outdented(found.Region["text"].Value)}");

    private static string Usings(string code) =>
        string.Join('\n', code.Split('\n').TakeWhile(line => line.StartsWith("using ", StringComparison.Ordinal)));

    private static string Outdented(string text)
    {
        var lines = text.Split('\n');
        var margin = lines.Where(line => line.Length > 0).Min(line => line.Length - line.TrimStart().Length);
        return string.Join('\n', lines.Select(line => line.Length == 0 ? line : line[margin..]));
    }
}
