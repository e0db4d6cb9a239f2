using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The site's table of contents has every document, and leads to files.</summary>
public sealed class SiteSpec
{
    private const string Folder = "docs/site";

    private static readonly string[] Entries =
    [
        .. Regex.Matches(Repo.Read($"{Folder}/toc.yml"), @"href: (\S+)")
            .Select(match => Path.GetFullPath(Path.Combine(Repo.PathOf(Folder), match.Groups[1].Value)))
            .Select(file => Path.GetRelativePath(Repo.Root, file).Replace('\\', '/')),
    ];

    [Fact]
    public void Every_document_is_in_the_contents_once()
    {
        Assert.Equal(Entries.Distinct(), Entries);
        Assert.Empty(ReadmeSnippets.Documents.Except(Entries));
    }

    [Fact]
    public void Every_entry_leads_to_a_file() => Assert.All(Entries, entry => Assert.True(File.Exists(Repo.PathOf(entry)), entry));
}
