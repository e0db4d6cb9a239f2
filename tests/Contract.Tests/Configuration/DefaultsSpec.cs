namespace AkkaInstrumentation.Tests;

/// <summary>docs/configuration.md shows what <see cref="AkkaInstrumentationConfig.Defaults"/> is.</summary>
public sealed class DefaultsSpec
{
    [Fact]
    public void The_documents_HOCON_is_defaults_conf() =>
        Assert.Equal(
            Lines(ReferenceConf.DefaultTypes), Lines(ReferenceConf.Leaves(ConfigurationFactory.ParseString(ReadmeSnippets.Text("hocon")))));

    [Fact]
    public void Defaults_change_types_only() =>
        Assert.All(ReferenceConf.DefaultTypes, line => Assert.EndsWith("type", line.Key, StringComparison.Ordinal));

    [Fact]
    public void Defaults_bring_reference_conf_along() =>
        Assert.Equal(
            Lines(ReferenceConf.Leaves(AkkaInstrumentationConfig.Reference)),
            Lines(ReferenceConf.Leaves(AkkaInstrumentationConfig.Defaults).Except(ReferenceConf.DefaultTypes)));

    private static IEnumerable<string> Lines(IEnumerable<KeyValuePair<string, string>> leaves) =>
        leaves.Select(line => $"{line.Key} = {line.Value}").Order(StringComparer.Ordinal);
}
