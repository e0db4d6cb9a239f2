using Akka.Configuration;

namespace AkkaInstrumentation.Tests;

/// <summary>The README shows what <see cref="InstrumentationConfig.Defaults"/> is.</summary>
public sealed class DefaultsSpec
{
    [Fact]
    public void The_readmes_HOCON_is_defaults_conf() =>
        Assert.Equal(
            Lines(ReferenceConf.DefaultTypes), Lines(ReferenceConf.Leaves(ConfigurationFactory.ParseString(ReadmeSnippets.Text("hocon")))));

    [Fact]
    public void Defaults_change_types_only() =>
        Assert.All(ReferenceConf.DefaultTypes, line => Assert.EndsWith("type", line.Key, StringComparison.Ordinal));

    [Fact]
    public void Defaults_bring_reference_conf_along() =>
        Assert.Equal(
            Lines(ReferenceConf.Leaves(InstrumentationConfig.Reference)),
            Lines(ReferenceConf.Leaves(InstrumentationConfig.Defaults).Except(ReferenceConf.DefaultTypes)));

    private static IEnumerable<string> Lines(IEnumerable<KeyValuePair<string, string>> leaves) =>
        leaves.Select(line => $"{line.Key} = {line.Value}").Order(StringComparer.Ordinal);
}
