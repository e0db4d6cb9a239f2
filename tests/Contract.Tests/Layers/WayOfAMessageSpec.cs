using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests.Layers;

/// <summary>
/// docs/architecture.md names the files in which the life of a message is read: few, each once, each with the type that it is named for.
/// </summary>
public sealed class WayOfAMessageSpec
{
    private static readonly Regex Link = new(@"\[(?<name>[\w.]+)\]\(\.\./(?<file>src/[\w./]+\.cs)\)");
    private static readonly string Life = Markdown.Prose("docs/architecture.md", "## The life of a message");

    [Theory]
    [InlineData("To follow an unsampled message", "A message that is timed", 10)]
    [InlineData("To follow an unsampled message", "A handler that [awaits]", 15)]
    [InlineData("To follow an unsampled message", "Durations wait in", 20)]
    public void A_way_is_read_in_so_many_files(string from, string to, int most)
    {
        var links = Link.Matches(Between(from, to)).ToList();

        Assert.InRange(links.Count, most / 2, most);
        Assert.Equal(links.Count, links.Select(link => link.Groups["file"].Value).Distinct().Count());
        Assert.All(links, IsInItsFile);
    }

    [Fact]
    public void Where_something_happens_is_read_in_at_most_two_files() =>
        Assert.All(Markdown.Table("docs/architecture.md", "## Where is it?"), row =>
        {
            var links = Link.Matches(row["where"]).ToList();
            Assert.InRange(links.Count, 1, 2);
            Assert.All(links, IsInItsFile);
        });

    private static void IsInItsFile(Match link) =>
        Assert.Contains(link.Groups["name"].Value.Split('.')[0], Repo.Read(link.Groups["file"].Value), StringComparison.Ordinal);

    private static string Between(string from, string to)
    {
        var (begin, end) = (Life.IndexOf(from, StringComparison.Ordinal), Life.IndexOf(to, StringComparison.Ordinal));
        Assert.True(begin >= 0 && end > begin, $"'{from}' does not stand before '{to}'.");
        return Life[begin..end];
    }
}
