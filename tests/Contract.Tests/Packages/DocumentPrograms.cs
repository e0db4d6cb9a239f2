using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Whole programs of the documents, between <c>&lt;!-- program --&gt;</c> and <c>&lt;!-- end program --&gt;</c>, one in a document, with the packages
/// that the document adds.
/// </summary>
internal static class DocumentPrograms
{
    private static readonly Regex Marked = new(@"<!-- program -->\n```csharp\n(?<text>.*?)\n```\n<!-- end program -->", RegexOptions.Singleline);
    private static readonly Regex Added = new(@"^    dotnet add package (\S+)", RegexOptions.Multiline);

    /// <summary>The program of a document.</summary>
    public static string Text(string document) => Assert.Single(Marked.Matches(Repo.Read(document))).Groups["text"].Value;

    /// <summary>How many a document has.</summary>
    public static int CountIn(string document) => Marked.Count(Repo.Read(document));

    /// <summary>The packages that a document adds in its lines <c>dotnet add package</c>.</summary>
    public static IReadOnlyList<string> Packages(string document) =>
        [.. Added.Matches(Repo.Read(document)).Select(match => match.Groups[1].Value).Distinct()];
}
