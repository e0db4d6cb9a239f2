using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>What the tests read of a document: its tables and its lists.</summary>
internal static class Markdown
{
    /// <summary>The rows of the first table below a heading, by column name; backticks stay.</summary>
    public static IReadOnlyList<IReadOnlyDictionary<string, string>> Table(string document, string heading) => Table(document, heading, "");

    /// <summary>The rows of the first table below a heading whose first column has this name.</summary>
    public static IReadOnlyList<IReadOnlyDictionary<string, string>> Table(string document, string heading, string first)
    {
        var lines = Section(document, heading).SkipWhile(line => !line.StartsWith($"| {first}", StringComparison.Ordinal))
            .TakeWhile(line => line.StartsWith('|')).ToList();
        Assert.True(lines.Count > 2, $"{document} has no table {first} below '{heading}'.");

        var columns = Cells(lines[0]);
        return [.. lines.Skip(2).Select(line => columns.Zip(Cells(line)).ToDictionary(cell => cell.First, cell => cell.Second))];
    }

    /// <summary>The text of a section, its line breaks made spaces: for sentences that a test takes a value from.</summary>
    public static string Prose(string document, string heading) => Regex.Replace(string.Join(' ', Section(document, heading)), @"\s+", " ");

    /// <summary>The text of a cell without its backticks.</summary>
    public static string Plain(string cell) => cell.Replace("`", "", StringComparison.Ordinal);

    /// <summary>The words in backticks.</summary>
    public static IReadOnlyList<string> Code(string text) => [.. Regex.Matches(text, "`([^`]+)`").Select(match => match.Groups[1].Value)];

    // up to the next heading of any level
    private static IEnumerable<string> Section(string document, string heading) =>
        Repo.ReadLines(document).SkipWhile(line => line != heading).Skip(1).TakeWhile(line => !line.StartsWith('#'));

    private static string[] Cells(string line) => [.. line.Trim().Trim('|').Split('|').Select(cell => cell.Trim())];
}
