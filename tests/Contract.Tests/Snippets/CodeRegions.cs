using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The code of this folder between <c>// snippet: name</c> and <c>// end snippet</c>, moved to the left margin.</summary>
internal static partial class CodeRegions
{
    private const string Folder = "tests/Contract.Tests/Snippets";

    public static IReadOnlyDictionary<string, string> All { get; } =
        Directory.GetFiles(Repo.PathOf(Folder), "*.cs")
            .SelectMany(file => Marked().Matches(Repo.Read($"{Folder}/{Path.GetFileName(file)}")))
            .ToDictionary(match => match.Groups["name"].Value, match => Outdented(match.Groups["text"].Value));

    private static string Outdented(string text)
    {
        var lines = text.Split('\n');
        var margin = lines.Where(line => line.Length > 0).Min(line => line.Length - line.TrimStart().Length);
        return string.Join('\n', lines.Select(line => line.Length == 0 ? line : line[margin..]));
    }

    [GeneratedRegex(@"^ *// snippet: (?<name>[a-z-]+)\n(?<text>.*?)\n *// end snippet$", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Marked();
}
