using System.Xml.Linq;

namespace AkkaInstrumentation.Tests;

/// <summary>One setting is a key with a comment, an option with xmldoc and a row in the document, all saying the same.</summary>
public sealed class SettingsSpec
{
    private const string Document = "docs/configuration.md";

    private static readonly IReadOnlyList<IReadOnlyDictionary<string, string>> Table = Markdown.Table(Document, "# Configuration");

    public static TheoryData<string> Keys => [.. ReferenceConf.Settings.Keys];

    [Fact]
    public void The_file_read_by_line_has_the_keys_that_HOCON_reads() =>
        Assert.Empty(ReferenceConf.Settings.Keys.Concat(ReferenceConf.IdTypeKeys).Concat(ReferenceConf.RuleKeys).Except(ReferenceConf.Comments.Keys));

    [Fact]
    public void Every_key_section_and_id_has_a_comment() =>
        Assert.Empty(ReferenceConf.Comments.Where(key => key.Value.Length == 0).Select(key => key.Key)
            .Except(ReferenceConf.IdTypeKeys).Except(ReferenceConf.RuleKeys).Except([ReferenceConf.Root]));

    [Fact]
    public void Options_are_the_keys() =>
        Assert.Equal(
            ReferenceConf.Settings.Keys.Select(OptionTree.OptionOf).Order(StringComparer.Ordinal),
            OptionTree.Options.Select(option => option.Name).Order(StringComparer.Ordinal));

    [Fact]
    public void The_documents_rows_are_the_keys() =>
        Assert.Equal(
            ReferenceConf.Settings.Select(key => $"{key.Key[(ReferenceConf.Root.Length + 1)..]} | {OptionTree.OptionOf(key.Key)} | {key.Value}")
                .Order(StringComparer.Ordinal),
            Table.Select(row => $"{Markdown.Plain(row["key"])} | {Markdown.Plain(row["option"])} | {Markdown.Plain(row["default"])}")
                .Order(StringComparer.Ordinal));

    [Fact]
    public void Every_row_has_a_meaning() => Assert.All(Table, row => Assert.NotEmpty(row["meaning"]));

    [Fact]
    public void Every_option_is_null_until_it_is_set() =>
        Assert.All(OptionTree.Options, option => Assert.Null(option.Get(new AkkaInstrumentationOptions())));

    [Theory]
    [MemberData(nameof(Keys))]
    public void The_options_xmldoc_names_the_key_and_the_default(string key)
    {
        var documentation = Documentation(OptionTree.Options.Single(option => option.Name == OptionTree.OptionOf(key)));
        Assert.Contains(key, documentation.Descendants("c").Select(code => code.Value));
        var text = string.Join(' ', documentation.Value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.True(
            text.EndsWith($"Default: {InCSharp(ReferenceConf.Settings[key])}.", StringComparison.Ordinal)
            || text.EndsWith($"Default: {ReferenceConf.Settings[key]}.", StringComparison.Ordinal),
            text);
    }

    [Fact]
    public void The_xmldoc_of_a_group_of_options_names_its_section() =>
        Assert.All(OptionTree.Options.Where(option => option.Way.Length > 1), option =>
        {
            var group = new OptionTree.Option(option.Way[..^1]);
            var section = ReferenceConf.Settings.Keys.Single(key => OptionTree.OptionOf(key) == option.Name);
            Assert.Contains(section[..section.LastIndexOf('.')], Documentation(group).Descendants("c").Select(code => code.Value));
        });

    private static XElement Documentation(OptionTree.Option option) => Product.Documentation(
        option.Property.DeclaringType!.Assembly, $"P:{option.Property.DeclaringType.FullName}.{option.Property.Name}");

    private static string InCSharp(string value) => value switch
    {
        "on" => "true",
        "off" => "false",
        _ => value,
    };
}
