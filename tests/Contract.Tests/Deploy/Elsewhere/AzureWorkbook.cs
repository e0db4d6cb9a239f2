using System.Text.Json.Nodes;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A workbook of Azure Monitor over the table <c>customMetrics</c> of Application Insights. Its exporter sends counters and histograms as what was
/// added since the last time, other values as they are, and of a histogram no buckets.
/// </summary>
internal static class AzureWorkbook
{
    private const string Resource = "microsoft.insights/components";

    public static JsonNode Create() => new JsonObject
    {
        ["version"] = "Notebook/1.0",
        ["items"] = new JsonArray([Parameters(), .. PanelFile.Sections.SelectMany(Items)]),
        ["fallbackResourceIds"] = new JsonArray(),
        ["$schema"] = "https://github.com/Microsoft/Application-Insights-Workbooks/blob/master/schema/workbook.json",
    };

    private static IEnumerable<JsonNode> Items(PanelFile.Section section) => section.Panels.Select(Query).Prepend(new JsonObject
    {
        ["type"] = 1, ["content"] = new JsonObject { ["json"] = Text(section) }, ["name"] = section.Title,
    });

    // A chart has no room for a description.
    private static string Text(PanelFile.Section section) => string.Join(
        '\n', section.Panels.Select(panel => $"* **{panel.Title}**: {panel.Description}").Prepend($"## {section.Title}\n"));

    private static string Kind(MetricsTable.Metric row) => (row.Instrument, row.Unit) switch
    {
        ("Histogram", "s") => ", average in seconds",
        ("ObservableGauge", "s") => ", in seconds",
        (_, "By") => ", in bytes a second",
        _ => "",
    };

    private static JsonObject Query(PanelFile.Panel panel) => new()
    {
        ["type"] = 3,
        ["content"] = new JsonObject
        {
            ["version"] = "KqlItem/1.0",
            ["query"] = string.Join('\n', Lines(panel)),
            ["size"] = 0,
            ["title"] = $"{panel.Title}{Kind(panel.Row)}",
            ["timeContextFromParameter"] = "TimeRange",
            ["queryType"] = 0,
            ["resourceType"] = Resource,
            ["visualization"] = "timechart",
        },
        ["customWidth"] = "50",
        ["name"] = panel.Title,
    };

    private static IEnumerable<string> Lines(PanelFile.Panel panel)
    {
        yield return "customMetrics";
        yield return $"| where name == \"{panel.Metric}\"";
        yield return "| where \"*\" in ({System}) or tostring(customDimensions[\"akka.actor_system.name\"]) in ({System})";
        yield return $"| extend Series = strcat({string.Join(", \" \", ", panel.By.Select(name => $"tostring(customDimensions[\"{name}\"])"))})";
        switch (panel.Row.Instrument)
        {
            case "ObservableCounter":
                yield return "| summarize Value = sum(valueSum) / ({TimeRange:grain} / 1s) by Series, bin(timestamp, {TimeRange:grain})";
                break;
            case "ObservableUpDownCounter":
                // one value of each process and series at a time, then their sum
                yield return "| summarize Value = avg(valueSum)"
                    + " by Series, cloud_RoleName, cloud_RoleInstance, tostring(customDimensions), bin(timestamp, {TimeRange:grain})";
                yield return "| summarize Value = sum(Value) by Series, timestamp";
                break;
            case "ObservableGauge":
                yield return "| summarize Value = max(valueSum) by Series, bin(timestamp, {TimeRange:grain})";
                break;
            default:
                yield return "| summarize Value = sum(valueSum) / sum(valueCount) by Series, bin(timestamp, {TimeRange:grain})";
                break;
        }

        yield return "| order by timestamp asc";
    }

    private static JsonObject Parameters() => new()
    {
        ["type"] = 9,
        ["content"] = new JsonObject
        {
            ["version"] = "KqlParameterItem/1.0",
            ["parameters"] = new JsonArray(
                new JsonObject
                {
                    ["id"] = "6f1f3b0e-6a55-4c1a-9a4e-0d2f6a3c0001",
                    ["version"] = "KqlParameterItem/1.0",
                    ["name"] = "TimeRange",
                    ["label"] = "Time",
                    ["type"] = 4,
                    ["isRequired"] = true,
                    ["value"] = new JsonObject { ["durationMs"] = 3_600_000 },
                    ["typeSettings"] = new JsonObject
                    {
                        ["selectableValues"] = new JsonArray([.. new[] { 5, 30, 60, 240, 1_440, 10_080 }
                            .Select(minutes => new JsonObject { ["durationMs"] = minutes * 60_000 })]),
                        ["allowCustom"] = true,
                    },
                },
                new JsonObject
                {
                    ["id"] = "6f1f3b0e-6a55-4c1a-9a4e-0d2f6a3c0002",
                    ["version"] = "KqlParameterItem/1.0",
                    ["name"] = "System",
                    ["label"] = "Actor system",
                    ["type"] = 2,
                    ["multiSelect"] = true,
                    ["quote"] = "'",
                    ["delimiter"] = ",",
                    ["query"] = "customMetrics\n| where name == \"akka.actor.live\"\n"
                        + "| distinct System = tostring(customDimensions[\"akka.actor_system.name\"])\n| order by System asc",
                    ["typeSettings"] = new JsonObject
                    {
                        ["additionalResourceOptions"] = new JsonArray("value::all"), ["selectAllValue"] = "*", ["showDefault"] = false,
                    },
                    ["timeContextFromParameter"] = "TimeRange",
                    ["value"] = new JsonArray("value::all"),
                    ["queryType"] = 0,
                    ["resourceType"] = Resource,
                }),
            ["style"] = "pills",
            ["queryType"] = 0,
            ["resourceType"] = Resource,
        },
        ["name"] = "Parameters",
    };
}
