using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>What the documents point at exists.</summary>
public sealed class LinksSpec
{
    private static readonly Regex Section = new(@"\]\((?![a-z]+:)(?<file>[^)#\s]*)#(?<anchor>[^)]+)\)");
    // two folders up from a file at the root is the repository's page
    private static readonly Regex Link = new(@"\]\((?![a-z]+:|\.\./\.\./actions/)([^)#\s]+)(?:#[^)]*)?\)");
    private static readonly Regex Identifier = new(@"`([A-Za-z]\w+(?:\.[A-Za-z]\w+)?)(?:\([^`]*)?`");
    private static readonly Regex Named = new("`((?:src|tests|docs|samples|benchmarks|deploy)/[A-Za-z0-9./-]*)`");

    public static TheoryData<string> Documents =>
        [.. new[] { "", "docs", "benchmarks", "samples" }
            .SelectMany(folder => Directory.GetFiles(Repo.PathOf(folder), "*.md"))
            .Concat(Directory.GetFiles(Repo.PathOf("src"), "*.md", SearchOption.AllDirectories))
            .Select(file => Path.GetRelativePath(Repo.Root, file).Replace('\\', '/'))
            .Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_relative_link_leads_to_a_file(string document)
    {
        var folder = Path.GetDirectoryName(Repo.PathOf(document))!;
        var links = Link.Matches(Repo.Read(document)).Select(match => match.Groups[1].Value);
        Assert.All(links, link => Assert.True(Path.Exists(Path.Combine(folder, link)), $"{document} links to {link}, which does not exist"));
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_link_to_a_section_leads_to_its_heading(string document)
    {
        var folder = Path.GetDirectoryName(Repo.PathOf(document))!;
        Assert.All(Section.Matches(Repo.Read(document)), link =>
        {
            var file = link.Groups["file"].Length == 0 ? Repo.PathOf(document) : Path.Combine(folder, link.Groups["file"].Value);
            Assert.Contains(link.Groups["anchor"].Value, File.ReadLines(file).Where(line => line.StartsWith('#')).Select(Anchor));
        });
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_path_of_the_repository_in_a_text_exists(string document)
    {
        var paths = Named.Matches(Repo.Read(document)).Select(match => match.Groups[1].Value);
        Assert.All(paths, path => Assert.True(Path.Exists(Repo.PathOf(path)), $"{document} names {path}, which does not exist"));
    }

    /// <summary>A type, a member or a file that has been renamed is found. Names of Akka and .NET are in the code that uses them.</summary>
    [Theory]
    [InlineData("docs/architecture.md")]
    [InlineData("docs/decisions.md")]
    [InlineData("CONTRIBUTING.md")]
    [InlineData("benchmarks/README.md")]
    [InlineData("samples/README.md")]
    public void Every_name_in_a_text_for_contributors_is_in_the_code(string document)
    {
        var named = Identifier.Matches(Repo.Read(document)).SelectMany(match => match.Groups[1].Value.Split('.'))
            .Where(name => name.Length > 0 && char.IsUpper(name[0]));
        Assert.NotEmpty(named);
        Assert.Empty(named.Except(Code));
    }

    private static HashSet<string> Code { get; } =
    [
        .. new[] { "src", "tests", "samples", "benchmarks" }
            .SelectMany(folder => Directory.GetFiles(Repo.PathOf(folder), "*.cs", SearchOption.AllDirectories))
            .SelectMany(file => Regex.Matches(Regex.Replace(File.ReadAllText(file), "//[^\n]*", ""), "[A-Z]\\w+")
                .Select(word => word.Value).Append(Path.GetFileNameWithoutExtension(file))),
    ];

    // As GitHub makes it of a heading.
    private static string Anchor(string heading) => string.Concat(
        heading.TrimStart('#').Trim().ToLowerInvariant().Where(letter => char.IsLetterOrDigit(letter) || letter is ' ' or '-' or '_'))
            .Replace(' ', '-');
}
