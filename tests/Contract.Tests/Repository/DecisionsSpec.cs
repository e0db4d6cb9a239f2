using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>Every decision stands in the index, and every decision that a file names exists.</summary>
public sealed class DecisionsSpec
{
    private static readonly Regex Heading = new(@"^## (\d+)\. ", RegexOptions.Multiline);
    // the number that is shown is that of the link
    private static readonly Regex Indexed = new(@"\[(\d+) [^\]]+\]\(#\1-");
    // one, or several: "decisions 12, 15 and 21"
    private static readonly Regex Reference = new(@"\bdecisions? (?<number>\d+)(?:(?:, | and )(?<number>\d+))*\b", RegexOptions.IgnoreCase);
    private const string Document = "docs/decisions.md";

    [Fact]
    public void Every_number_is_used_once() => Assert.Equal(Numbers.Distinct(), Numbers);

    [Fact]
    public void The_index_has_every_decision_once() =>
        Assert.Equal(
            Numbers.Order(StringComparer.Ordinal),
            Markdown.Table(Document, "# Decisions").SelectMany(row => Indexed.Matches(row["decisions"]))
                .Select(match => match.Groups[1].Value).Order(StringComparer.Ordinal));

    [Fact]
    public void Every_decision_that_a_file_names_exists()
    {
        var named = GitFiles.Texts.SelectMany(file => Reference.Matches(file.Text)
            .SelectMany(match => match.Groups["number"].Captures)
            .Select(number => (file.Path, Number: number.Value)));
        Assert.All(named, reference => Assert.Contains(reference.Number, Numbers));
    }

    private static string[] Numbers { get; } = [.. Heading.Matches(Repo.Read(Document)).Select(match => match.Groups[1].Value)];
}
