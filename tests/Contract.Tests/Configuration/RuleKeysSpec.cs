using System.Xml.Linq;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A rule's key is a property of <see cref="AkkaMessageRule"/>, a row of the document and a line above the section in reference.conf.
/// </summary>
public sealed class RuleKeysSpec
{
    private const string Document = "docs/configuration.md";

    private static readonly string[] Keys =
        [.. typeof(AkkaMessageRule).GetProperties().Select(property => property.Name)
            .Where(name => name != nameof(AkkaMessageRule.Name)).Select(Kebab)];

    [Fact]
    public void The_documents_rows_are_the_properties() =>
        Assert.Equal(Keys.Order(StringComparer.Ordinal), Markdown.Table(Document, "### Keys of a rule")
            .Select(row => Markdown.Plain(row["key"])).Order(StringComparer.Ordinal));

    [Fact]
    public void The_comment_in_reference_conf_explains_each() =>
        Assert.All(Keys, key =>
            Assert.Contains(Repo.ReadLines(ReferenceConf.Path), line => line.StartsWith($"  #   {key} ", StringComparison.Ordinal)));

    [Fact]
    public void The_xmldoc_of_each_property_names_its_key() =>
        Assert.All(Keys, key => Assert.Contains(key, Documentation(key).Descendants("c").Select(code => code.Value)));

    [Fact]
    public void The_document_lists_the_rules_that_are_there_by_default_in_their_order() =>
        Assert.Equal(
            AkkaInstrumentationConfig.Reference.GetConfig(ReferenceConf.Rules).Root.GetObject().Items.Keys,
            Markdown.Table(Document, "### Rules that are there by default").Select(row => Markdown.Plain(row["rule"])));

    [Fact]
    public async Task The_documents_example_is_valid_and_does_what_it_says()
    {
        var example = string.Join('\n', Repo.ReadLines(Document).SkipWhile(line => line != "```hocon").Skip(1).TakeWhile(line => line != "```"));
        var system = ActorSystem.Create("rules", ConfigurationFactory.ParseString($"{example}\nakka.loglevel = ERROR"));
        var insight = system.GetInsight();

        Assert.Equal(0.1, insight.Explain("/user/carts/1", typeof(Uri)).Ratio);
        Assert.Equal(AkkaTraceMode.Never, insight.Explain("/user/other", typeof(System.Net.NetworkInformation.Ping)).Trace);
        await system.Terminate();
    }

    private static XElement Documentation(string key) => Product.Documentation(
        typeof(AkkaMessageRule).Assembly,
            $"P:{typeof(AkkaMessageRule).FullName}.{typeof(AkkaMessageRule).GetProperties().Single(property => Kebab(property.Name) == key).Name}");

    private static string Kebab(string pascal) =>
        string.Concat(pascal.Select((c, i) => char.IsUpper(c) && i > 0 ? $"-{char.ToLowerInvariant(c)}" : $"{char.ToLowerInvariant(c)}"));
}
