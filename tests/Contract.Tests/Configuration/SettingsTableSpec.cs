using System.Globalization;
using System.Reflection;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The table of settings that the code reads by: reference.conf, the options and the document have its keys, its ranges and its words.
/// </summary>
public sealed class SettingsTableSpec
{
    private static readonly Regex Separators = new(@"(?<=\d),(?=\d{3})|(?<=\d) (?=m?s\b|h\b)");
    private static readonly IReadOnlyList<Row> Settings = RowsOf("InstrumentationSettings");

    public static TheoryData<string> Keys => [.. Settings.Where(row => row.Texts.Length > 0).Select(row => row.Key)];

    [Fact]
    public void The_table_has_the_keys_of_reference_conf_in_their_order() =>
        Assert.Equal(ReferenceConf.Settings.Keys, Settings.Select(row => $"{ReferenceConf.Root}.{row.Key}"));

    [Theory]
    [MemberData(nameof(Keys))]
    public void What_is_allowed_is_in_reference_conf_and_in_the_document_and_a_range_in_the_xmldoc(string key)
    {
        var row = Settings.Single(row => row.Key == key);
        var path = $"{ReferenceConf.Root}.{key}";
        var option = OptionTree.Options.Single(option => option.Name == OptionTree.OptionOf(path));
        var document = Markdown.Table("docs/configuration.md", "# Configuration").Single(line => Markdown.Plain(line["key"]) == key)["meaning"];
        var documentation = Product.Documentation(option.Property.DeclaringType!.Assembly,
            $"P:{option.Property.DeclaringType.FullName}.{option.Property.Name}").Value;

        Assert.All(row.Texts, text => Assert.Contains(text, Plain(ReferenceConf.Comments[path]), StringComparison.Ordinal));
        Assert.All(row.Texts, text => Assert.Contains(text, Plain(document), StringComparison.Ordinal));
        Assert.All(row.IsRange ? row.Texts : [], text => Assert.Contains(text, Plain(documentation), StringComparison.Ordinal));
    }

    [Fact]
    public void The_largest_record_is_the_one_of_the_API() =>
        Assert.Equal($"0 to {AkkaLastMessage.MaxPerActor}", Assert.Single(RowsOf("RuleEffect").Single(row => row.Key == "last-messages").Texts));

    // The table is internal, so reflection reads it.
    private static Row[] RowsOf(string type) =>
    [
        .. from property in typeof(AkkaInstrumentationExtension).Assembly.GetType($"AkkaInstrumentation.{type}", throwOnError: true)!.GetProperties()
           from row in property.CustomAttributes
           where row.AttributeType.Name == "SettingAttribute"
           select new Row((string)row.ConstructorArguments[0].Value!, property, row.ConstructorArguments),
    ];

    // "100 ms to an hour" is "100ms to 1h", and "10,000" is "10000".
    private static string Plain(string text) => Separators.Replace(text.Replace("an hour", "1 h", StringComparison.Ordinal), "");

    private sealed record Row(string Key, PropertyInfo Property, IList<CustomAttributeTypedArgument> Arguments)
    {
        private Type Type => Nullable.GetUnderlyingType(Property.PropertyType) ?? Property.PropertyType;

        public bool IsRange => Type == typeof(int) || Type == typeof(double) || Type == typeof(TimeSpan);

        /// <summary>The range, or the words; nothing for a switch or a list.</summary>
        public string[] Texts =>
            Type.IsEnum ? [.. Enum.GetNames(Type).Select(name => Plain(JsonNamingPolicy.KebabCaseLower.ConvertName(name)))]
            : Type == typeof(TimeSpan) ? [$"{Number(1)}ms to 1h"]
            : IsRange ? [$"{Number(1)} to {Number(2)}"]
            : [];

        private string Number(int argument) => ((double)Arguments[argument].Value!).ToString(CultureInfo.InvariantCulture);
    }
}
