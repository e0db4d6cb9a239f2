using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The site's table of contents has every document, and leads to files.</summary>
public sealed class SiteSpec
{
    private static readonly string[] Entries =
        [.. Regex.Matches(Repo.Read("toc.yml"), @"href: (\S+)").Select(match => match.Groups[1].Value)];

    [Fact]
    public void Every_document_is_in_the_contents_once()
    {
        Assert.Equal(Entries.Distinct(), Entries);
        Assert.Empty(ReadmeSnippets.Documents.Except(Entries));
    }

    [Fact]
    public void Every_entry_leads_to_a_file() => Assert.All(Entries, entry => Assert.True(File.Exists(Repo.PathOf(entry)), entry));
}
