using System.Text.Json.Nodes;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A dashboard of Datadog, over metrics that came by OTLP: a sum that only grows is a count there, another one a gauge, a histogram a distribution.
/// </summary>
internal static class DatadogDashboard
{
    private const int MaxSeries = 15;

    public static JsonNode Create() => new JsonObject
    {
        ["title"] = "Akka.NET",
        ["description"] = "What the actors do, where messages wait, what fails. Made from deploy/panels.yaml of AkkaInstrumentation.",
        ["layout_type"] = "ordered",
        ["reflow_type"] = "auto",
        ["template_variables"] = new JsonArray(Variable("system", "akka.actor_system.name"), Variable("service", "service")),
        ["widgets"] = new JsonArray([.. PanelFile.Sections.Select(Group)]),
    };

    private static JsonObject Variable(string name, string tag) => new()
    {
        ["name"] = name, ["prefix"] = tag, ["available_values"] = new JsonArray(), ["defaults"] = new JsonArray("*"),
    };

    private static JsonObject Group(PanelFile.Section section) => new()
    {
        ["definition"] = new JsonObject
        {
            ["type"] = "group",
            ["layout_type"] = "ordered",
            ["title"] = section.Title,
            ["widgets"] = new JsonArray([.. section.Panels.SelectMany(panel => new[] { Note(panel), Chart(panel) })]),
        },
    };

    // A chart has no room for a description.
    private static JsonObject Note(PanelFile.Panel panel) => new()
    {
        ["definition"] = new JsonObject
        {
            ["type"] = "note", ["content"] = $"**{panel.Title}**: {panel.Description}", ["background_color"] = "white", ["font_size"] = "14",
            ["text_align"] = "left", ["show_tick"] = false,
        },
    };

    private static JsonObject Chart(PanelFile.Panel panel) => new()
    {
        ["definition"] = new JsonObject
        {
            ["type"] = "timeseries",
            ["title"] = panel.Row.Instrument == "Histogram" ? $"{panel.Title} (p95)" : panel.Title,
            ["show_legend"] = true,
            ["legend_layout"] = "auto",
            ["requests"] = new JsonArray(new JsonObject
            {
                ["response_format"] = "timeseries",
                ["display_type"] = "line",
                ["queries"] = new JsonArray(new JsonObject
                {
                    ["name"] = "value", ["data_source"] = "metrics", ["query"] = Query(panel),
                }),
                ["formulas"] = new JsonArray(new JsonObject { ["formula"] = $"top(value, {MaxSeries}, 'max', 'desc')" }),
            }),
        },
    };

    private static string Query(PanelFile.Panel panel)
    {
        var (aggregation, rate) = panel.Row.Instrument switch
        {
            "ObservableCounter" => ("sum", ".as_rate()"),
            "ObservableUpDownCounter" => ("sum", ""),
            "ObservableGauge" => ("max", ""),
            _ => ("p95", ""),
        };
        return $"{aggregation}:{panel.Metric}{{$system,$service}} by {{{string.Join(',', panel.By)}}}{rate}";
    }
}
