using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary><c>deploy/compose.yaml</c> and the configurations that it mounts fit each other.</summary>
public sealed class ComposeSpec
{
    private static readonly Regex Mount = new(@"^ +- (\./[^:\s]+):", RegexOptions.Multiline);
    private static readonly Regex Service = new(@"^  ([a-z]+):\n    image: [^\s:]+:[^\s:]+$", RegexOptions.Multiline);
    private static readonly Regex Host = new(@"(?:http://|endpoint: |"")([a-z][a-z0-9.]*):\d{4}");
    private const string File = "deploy/compose.yaml";

    private static readonly string[] Configurations = ["collector.yaml", "prometheus.yml", "tempo.yaml", "datasources.yaml", "boards.yaml"];

    [Fact]
    public void What_it_mounts_exists_and_each_configuration_is_mounted()
    {
        var mounted = Mount.Matches(Repo.Read(File)).Select(match => match.Groups[1].Value).ToList();
        Assert.All(mounted, path => Assert.True(Path.Exists(Repo.PathOf($"deploy/{path}")), path));
        Assert.All(Configurations, name => Assert.Contains($"./compose/{name}", mounted));
        Assert.Equal(Configurations.Order(), Directory.GetFiles(Repo.PathOf("deploy/compose")).Select(file => Path.GetFileName(file)).Order());
    }

    [Fact]
    public void Every_host_that_a_configuration_names_is_a_service()
    {
        var services = Service.Matches(Repo.Read(File)).Select(match => match.Groups[1].Value).ToHashSet();
        Assert.Equal(["collector", "grafana", "loki", "prometheus", "shop", "tempo"], services.Order());
        var texts = Configurations.Select(name => Repo.Read($"deploy/compose/{name}")).Append(Repo.Read(File));
        var hosts = texts.SelectMany(text => Host.Matches(text)).Select(match => match.Groups[1].Value).Except(["localhost"]).ToHashSet();
        Assert.Superset(new HashSet<string> { "collector", "loki", "prometheus", "tempo" }, hosts);
        Assert.Subset(services, hosts);
    }

    [PromtoolFact]
    public async Task Its_prometheus_has_a_valid_configuration()
    {
        var folder = Directory.CreateTempSubdirectory("compose");
        try
        {
            System.IO.File.Copy(Repo.PathOf("deploy/compose/prometheus.yml"), Path.Combine(folder.FullName, "prometheus.yml"));
            System.IO.File.Copy(Repo.PathOf(Alerts.File), Path.Combine(folder.FullName, "alerts.yml"));
            var (code, output) = await PromtoolFactAttribute.Run("check", "config", Path.Combine(folder.FullName, "prometheus.yml"));
            Assert.True(code == 0, output);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
