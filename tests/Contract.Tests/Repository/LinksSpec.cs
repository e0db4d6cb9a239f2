using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>What the documents point at exists.</summary>
public sealed partial class LinksSpec
{
    public static TheoryData<string> Documents =>
        [.. new[] { "", "docs", "benchmarks", "samples" }
            .SelectMany(folder => Directory.GetFiles(Repo.PathOf(folder), "*.md"))
            .Select(file => Path.GetRelativePath(Repo.Root, file).Replace('\\', '/'))
            .Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_relative_link_leads_to_a_file(string document)
    {
        var folder = Path.GetDirectoryName(Repo.PathOf(document))!;
        var links = Link().Matches(Repo.Read(document)).Select(match => match.Groups[1].Value);
        Assert.All(links, link => Assert.True(Path.Exists(Path.Combine(folder, link)), $"{document} links to {link}, which does not exist"));
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_link_to_a_section_leads_to_its_heading(string document)
    {
        var folder = Path.GetDirectoryName(Repo.PathOf(document))!;
        Assert.All(Section().Matches(Repo.Read(document)), link =>
        {
            var file = link.Groups["file"].Length == 0 ? Repo.PathOf(document) : Path.Combine(folder, link.Groups["file"].Value);
            Assert.Contains(link.Groups["anchor"].Value, File.ReadLines(file).Where(line => line.StartsWith('#')).Select(Anchor));
        });
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_path_of_the_repository_in_a_text_exists(string document)
    {
        var paths = Named().Matches(Repo.Read(document)).Select(match => match.Groups[1].Value);
        Assert.All(paths, path => Assert.True(Path.Exists(Repo.PathOf(path)), $"{document} names {path}, which does not exist"));
    }

    // As GitHub makes it of a heading.
    private static string Anchor(string heading) => string.Concat(
        heading.TrimStart('#').Trim().ToLowerInvariant().Where(letter => char.IsLetterOrDigit(letter) || letter is ' ' or '-' or '_')).Replace(' ', '-');

    [GeneratedRegex(@"\]\((?![a-z]+:)(?<file>[^)#\s]*)#(?<anchor>[^)]+)\)")]
    private static partial Regex Section();

    [GeneratedRegex(@"\]\((?![a-z]+:)([^)#\s]+)(?:#[^)]*)?\)")]
    private static partial Regex Link();

    [GeneratedRegex("`((?:src|tests|docs|samples|benchmarks|deploy)/[A-Za-z0-9./-]*)`")]
    private static partial Regex Named();
}
