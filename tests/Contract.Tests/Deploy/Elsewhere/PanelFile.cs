using System.Text.Json;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace AkkaInstrumentation.Tests;

/// <summary>deploy/panels.yaml: the questions that other backends answer as Grafana's boards do.</summary>
internal static class PanelFile
{
    private const string Document = "deploy/panels.yaml";

    public static IReadOnlyList<Section> Sections { get; } =
        new DeserializerBuilder().WithNamingConvention(LowerCaseNamingConvention.Instance).Build().Deserialize<List<Section>>(Repo.Read(Document));

    public sealed class Section
    {
        [YamlMember(Alias = "section")]
        public string Title { get; set; } = "";

        public List<Panel> Panels { get; set; } = [];
    }

    /// <summary>One metric by some of its attributes.</summary>
    public sealed class Panel
    {
        private static readonly ILookup<string, JsonElement> GrafanaPanels =
            Boards.Files.SelectMany(file => Boards.Panels(Boards.Read(file))).ToLookup(panel => panel.GetProperty("title").GetString()!);

        public string Title { get; set; } = "";

        public string Grafana { get; set; } = "";

        public string Metric { get; set; } = "";

        public List<string> By { get; set; } = [];

        /// <summary>The panel of Grafana's that asks the same.</summary>
        public JsonElement Same => GrafanaPanels[Grafana.Length > 0 ? Grafana : Title].First();

        public string Description => Same.GetProperty("description").GetString()!;

        /// <summary>Of docs/telemetry.md.</summary>
        public MetricsTable.Metric Row => MetricsTable.Rows.Single(row => row.Name == Metric);
    }
}
