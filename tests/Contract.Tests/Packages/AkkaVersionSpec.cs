using System.Reflection;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

public sealed class AkkaVersionSpec
{
    [Fact]
    public void The_tests_run_with_the_version_of_Akka_that_was_asked_for() =>
        Assert.Equal(
            BuiltWith.AkkaVersion,
            typeof(ActorSystem).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0]);

    [Fact]
    public void The_compatibility_table_and_the_pipeline_have_the_versions_of_the_build()
    {
        var packages = Repo.Read("Directory.Packages.props");
        var rows = Markdown.Table("docs/stability.md", "## Compatibility").ToDictionary(row => row["what"], row => row);
        Assert.Equal((BuiltWith.AkkaFloor, $"{BuiltWith.AkkaFloor}, {BuiltWith.AkkaNewest}"), (rows["Akka.NET"]["lowest"], rows["Akka.NET"]["tested"]));
        Assert.Equal(BuiltWith.AkkaFloor, rows["Akka.Hosting"]["lowest"]);
        Assert.Equal(
            (VersionIn(packages, "OpenTelemetry"), VersionIn(packages, "OpenTelemetry.Extensions.Hosting")),
            (rows["OpenTelemetry"]["lowest"], rows["OpenTelemetry"]["tested"]));
        Assert.Equal(VersionIn(packages, "System.Diagnostics.DiagnosticSource"), rows["System.Diagnostics.DiagnosticSource"]["lowest"]);
        Assert.Contains($"akka: [\"\", {BuiltWith.AkkaNewest}]", Repo.Read(".github/workflows/ci.yml"), StringComparison.Ordinal);
    }

    private static string VersionIn(string packages, string id) =>
        Regex.Match(packages, $"\"{Regex.Escape(id)}\" Version=\"([^\"]*)\"").Groups[1].Value;
}
