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

    /// <summary>docfx.json names the pages and the files of the site. A link to anything else is dead there, though not in the repository.</summary>
    [Fact]
    public void Every_link_of_a_page_leads_to_a_page_or_a_file_of_the_site()
    {
        var site = Repo.Read("docfx.json");
        var globs = Regex.Matches(site[..site.IndexOf("\"exclude\"", StringComparison.Ordinal)], @"""([\w./*]+\.[\w*]+|[\w./]+/\*\*)""")
            .Select(match => Glob(match.Groups[1].Value)).ToList();
        Assert.Contains(globs, glob => glob.IsMatch("docs/registry/metrics.yaml"));
        var dead =
            from page in ReadmeSnippets.Documents.Where(page => globs.Exists(glob => glob.IsMatch(page)))
            from Match link in Regex.Matches(Repo.Read(page), @"\]\((?!https?:|#)([^)#\s]+)")
            let path = Path.Combine(Repo.Root, Path.GetDirectoryName(page)!, link.Groups[1].Value)
            let target = Path.GetRelativePath(Repo.Root, Path.GetFullPath(path))
            where !globs.Exists(glob => glob.IsMatch(target))
            select $"{page}: {target}";
        Assert.Empty(dead);

        static Regex Glob(string glob) => new(
            $"^{Regex.Escape(glob).Replace(@"\*\*/", "(.*/)?").Replace(@"\*\*", ".*").Replace(@"\*", "[^/]*")}$");
    }

    [Fact]
    public void Every_entry_leads_to_a_file() => Assert.All(Entries, entry => Assert.True(File.Exists(Repo.PathOf(entry)), entry));
}
