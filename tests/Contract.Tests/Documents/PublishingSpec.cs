using System.Text.RegularExpressions;
using System.Xml.Linq;
using YamlDotNet.Serialization;

namespace AkkaInstrumentation.Tests;

/// <summary>What docs/publishing.md gives to be copied is what the packages say.</summary>
public sealed class PublishingSpec
{
    private const string Document = "docs/publishing.md";
    private static readonly Regex Entry = new("<!-- registry entry -->\n```yaml\n(?<text>.*?)```", RegexOptions.Singleline);

    [Fact]
    public void The_entry_in_OpenTelemetrys_registry_has_its_fields_with_the_packages_values()
    {
        var entry = new DeserializerBuilder().Build().Deserialize<Dictionary<string, object>>(Entry.Match(Repo.Read(Document)).Groups["text"].Value);
        Assert.Equal(
            ["title", "registryType", "language", "tags", "license", "description", "authors", "urls", "createdAt", "package"], entry.Keys);
        Assert.Equal(("instrumentation", "dotnet", "Apache 2.0"), (entry["registryType"], entry["language"], entry["license"]));
        Assert.Equal("Apache-2.0", Property("Directory.Build.props", "PackageLicenseExpression"));
        Assert.Equal(Property("src/Hosting/Hosting.csproj", "Description"), entry["description"]);
        var author = (Dictionary<object, object>)Assert.Single((List<object>)entry["authors"]);
        Assert.Equal(Property("Directory.Build.props", "Authors"), author["name"]);
        var package = (Dictionary<object, object>)entry["package"];
        Assert.Equal(
            ("nuget", "AkkaInstrumentation.Hosting", Property("Directory.Build.props", "VersionPrefix")),
            (package["registry"], package["name"], package["version"]));
    }

    [Fact]
    public void The_table_of_dry_runs_names_tests_that_exist() => Assert.All(
        Markdown.Table(Document, "## Try it without the keys").Select(row => Markdown.Plain(row["test"])),
        name => Assert.NotNull(typeof(PublishingSpec).Assembly.GetType($"{typeof(PublishingSpec).Namespace}.{name}")));

    [Fact]
    public void The_variables_of_the_environment_are_those_of_the_workflow() => Assert.All(
        new[] { "NUGET_SOURCE", "NUGET_USER" },
        variable =>
        {
            Assert.Contains($"vars.{variable} ", Repo.Read(".github/workflows/release.yml"), StringComparison.Ordinal);
            Assert.Contains(variable, Repo.Read(Document), StringComparison.Ordinal);
        });

    private static string Property(string file, string name) => XDocument.Parse(Repo.Read(file)).Descendants(name).Single().Value;
}
