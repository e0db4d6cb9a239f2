using Akka.Configuration;

namespace AkkaInstrumentation.Tests;

/// <summary>The README shows what <see cref="InstrumentationConfig.Defaults"/> is.</summary>
public sealed class DefaultsSpec
{
    [Fact]
    public void The_readmes_HOCON_is_defaults_conf() =>
        Assert.Equal(Lines(InstrumentationConfig.Defaults), Lines(ConfigurationFactory.ParseString(ReadmeSnippets.Text("hocon"))));

    [Fact]
    public void Defaults_change_types_only() =>
        Assert.All(ReferenceConf.Leaves(InstrumentationConfig.Defaults), line => Assert.EndsWith("type", line.Key, StringComparison.Ordinal));

    private static IEnumerable<string> Lines(Config config) =>
        ReferenceConf.Leaves(config).Select(line => $"{line.Key} = {line.Value}").Order(StringComparer.Ordinal);
}
