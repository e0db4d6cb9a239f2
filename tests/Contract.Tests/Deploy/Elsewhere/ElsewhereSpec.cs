using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>deploy/azure and deploy/datadog are made from deploy/panels.yaml, and ask for what is emitted.</summary>
public sealed class ElsewhereSpec
{
    // as people read it
    private static readonly JsonSerializerOptions Format = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private static readonly List<PanelFile.Panel> Panels = [.. PanelFile.Sections.SelectMany(section => section.Panels)];

    private static readonly string[] Made = ["deploy/azure/workbook.json", "deploy/datadog/dashboard.json"];

    public static TheoryData<string> Files => [.. Made];

    [Theory]
    [MemberData(nameof(Files))]
    public void A_file_is_what_the_panels_make(string file)
    {
        var made = (file.Contains("azure", StringComparison.Ordinal) ? AzureWorkbook.Create() : DatadogDashboard.Create())
            .ToJsonString(Format).ReplaceLineEndings("\n") + "\n";
        if (Environment.GetEnvironmentVariable("APPROVE") == "1")
        {
            File.WriteAllText(Repo.PathOf(file), made);
        }

        Assert.True(
            File.Exists(Repo.PathOf(file)) && Repo.Read(file) == made,
            $"{file} is not made from deploy/panels.yaml: APPROVE=1 dotnet test tests/Contract.Tests --filter FullyQualifiedName~{nameof(ElsewhereSpec)}");
    }

    [Fact]
    public void Each_panel_asks_for_a_metric_by_attributes_that_it_has() => Assert.All(Panels, panel =>
    {
        Assert.NotEmpty(panel.By);
        Assert.Empty(panel.By.Except(panel.Row.Attributes(failed: true)));
    });

    [Fact]
    public void Each_panel_has_its_own_title_and_one_of_Grafanas_that_asks_for_the_same_metric()
    {
        Assert.Equal(Panels.Count, Panels.Select(panel => panel.Title).Distinct().Count());
        Assert.All(Panels, panel =>
        {
            Assert.NotEmpty(panel.Description);
            var queries = panel.Same.GetProperty("targets").EnumerateArray().Select(target => target.GetProperty("expr").GetString()!);
            var series = new PrometheusNames([panel.Row]).Series;
            Assert.Contains(queries, query => series.Any(name => Regex.IsMatch(query, $@"\b{name}\b")));
        });
    }

    /// <summary>Both backends take tags and dimensions as they are, apart from case, which no name of ours has.</summary>
    [Fact]
    public void No_name_has_a_character_that_a_backend_replaces() => Assert.All(
        Panels.SelectMany(panel => panel.By.Append(panel.Metric)), name => Assert.Matches("^[a-z][a-z0-9_.]*$", name));

    [Fact]
    public void Every_panel_is_in_every_file() => Assert.All(Made, file =>
    {
        var texts = Texts(JsonNode.Parse(Repo.Read(file))!).ToList();
        var behind = file.Contains("azure", StringComparison.Ordinal) ? '"' : '{';
        Assert.All(Panels, panel => Assert.Contains(texts, text => text.Contains($"{panel.Metric}{behind}", StringComparison.Ordinal)));
    });

    private static IEnumerable<string> Texts(JsonNode? node) => node switch
    {
        JsonObject one => one.SelectMany(property => Texts(property.Value)),
        JsonArray many => many.SelectMany(Texts),
        JsonValue value when value.GetValueKind() == JsonValueKind.String => [value.GetValue<string>()],
        _ => [],
    };
}
