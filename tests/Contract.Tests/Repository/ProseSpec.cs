using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The documents can be read: no paragraph over six lines of some fifteen words, no table cell over 25 words, and not too many words together.
/// </summary>
public sealed class ProseSpec
{
    // an empty line, a heading, an item of a list
    private static readonly Regex Break = new(@"\n\s*\n|\n(?=#)|\n(?=\s*(?:[*-]|\d+\.) )");
    private static readonly Regex Fenced = new("```.*?```", RegexOptions.Singleline);
    private static readonly Regex NotRead = new(@"<!--.*?-->|```.*?```|^ {4}[^\n]*|\]\([^)]*\)", RegexOptions.Singleline | RegexOptions.Multiline);
    private static readonly Regex Written = new("<!-- (?:nodes|cost|pages) -->.*?<!-- end -->", RegexOptions.Singleline);
    private const int Paragraph = 90;
    private const int Cell = 25;
    private const int All = 25_000;

    public static TheoryData<string> Documents => LinksSpec.Documents;

    [Theory]
    [MemberData(nameof(Documents))]
    public void No_paragraph_is_long(string document) =>
        Assert.Empty(Paragraphs(Prose(document)).Where(text => Words(text) > Paragraph).Select(text => $"{Words(text)} words: {text}"));

    [Theory]
    [MemberData(nameof(Documents))]
    public void No_table_cell_is_long(string document) =>
        Assert.Empty(Prose(document).Split('\n').Where(IsRow).SelectMany(row => row.Split(" | "))
            .Where(cell => Words(cell) > Cell).Select(cell => $"{Words(cell)} words: {cell}"));

    /// <summary>Without code and the targets of links. A word that is added may cost another one.</summary>
    [Fact]
    public void The_documents_together_have_at_most_25_000_words() =>
        Assert.InRange(ReadmeSnippets.Documents.Sum(document => Words(NotRead.Replace(Repo.Read(document), ""))), 1, All);

    // without code and without what a benchmark has written
    private static string Prose(string document) => Written.Replace(Fenced.Replace(Repo.Read(document), ""), "");

    private static IEnumerable<string> Paragraphs(string text) => Break.Split(text)
        .Select(block => string.Join(' ', block.Split('\n').Where(line => !IsRow(line) && !line.StartsWith("    ", StringComparison.Ordinal))));

    private static bool IsRow(string line) => line.StartsWith('|');

    private static int Words(string text) => text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)
        .Count(word => word.Any(char.IsLetterOrDigit));
}
