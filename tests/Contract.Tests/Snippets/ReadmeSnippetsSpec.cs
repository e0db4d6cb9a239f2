using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The C# of the documents is this folder's code, which compiles and which <see cref="SnippetsRunSpec"/> runs.</summary>
public sealed class ReadmeSnippetsSpec
{
    private static readonly Regex Fence = new("^```[a-z]+$", RegexOptions.Multiline);
    private static readonly Regex AnyFence = new("^```.*?^```", RegexOptions.Multiline | RegexOptions.Singleline);
    private static readonly Regex IndentedCSharp = new("^ {4}.*(?:=>.*|;)$", RegexOptions.Multiline);
    private static readonly Regex CSharpFence = new("^```csharp$", RegexOptions.Multiline);

    public static TheoryData<string> Names => [.. CSharp];

    private static IEnumerable<string> CSharp =>
        ReadmeSnippets.All.Where(snippet => snippet.Language == "csharp").Select(snippet => snippet.Name);

    [Theory]
    [MemberData(nameof(Names))]
    public void A_snippet_is_the_code_that_is_compiled(string name) =>
        Assert.Equal(CodeRegions.All[name], ReadmeSnippets.Text(name));

    [Fact]
    public void Every_region_is_in_one_of_the_documents() =>
        Assert.Equal(CSharp.Order(StringComparer.Ordinal), CodeRegions.All.Keys.Order(StringComparer.Ordinal));

    [Fact]
    public void Every_snippet_is_run_by_a_test_of_its_name() =>
        Assert.Empty(ReadmeSnippets.All.Select(snippet => snippet.Name.Replace('-', '_')).Except(
            typeof(SnippetsRunSpec).GetMethods().Select(method => method.Name), StringComparer.OrdinalIgnoreCase));

    [Fact]
    public void Every_block_of_C_sharp_is_a_snippet_or_a_whole_program() =>
        Assert.Equal(
            CSharp.Count(),
            ReadmeSnippets.Documents.Sum(document => CSharpFence.Count(Repo.Read(document)) - DocumentPrograms.CountIn(document)));

    [Fact]
    public void No_indented_block_is_C_sharp() => Assert.All(
        ReadmeSnippets.Documents,
        document => Assert.Empty(IndentedCSharp.Matches(AnyFence.Replace(Repo.Read(document), "")).Select(match => match.Value)));

    [Fact]
    public void Every_fenced_block_of_getting_started_is_a_snippet() =>
        Assert.Equal(
            ReadmeSnippets.All.Count(snippet => snippet.Document == ReadmeSnippets.Start), Fence.Count(Repo.Read(ReadmeSnippets.Start)));
}
