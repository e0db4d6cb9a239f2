using System.Text.Json;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The queries of <c>deploy/grafana</c>: those of the panels, and those that fill the variables.</summary>
internal static class Boards
{
    private static readonly Regex LabelValues = new(@"^label_values\((?<series>.+), (?<label>[a-z_]+)\)$");
    private const string Folder = "deploy/grafana";

    public static IReadOnlyList<string> Files { get; } =
        [.. Directory.GetFiles(Repo.PathOf(Folder), "*.json").Select(file => $"{Folder}/{Path.GetFileName(file)}").Order(StringComparer.Ordinal)];

    public static IReadOnlyList<DeployedQuery> Queries { get; } = [.. Files.SelectMany(In)];

    public static JsonElement Read(string file) => JsonDocument.Parse(Repo.Read(file)).RootElement;

    /// <summary>Every panel, also those inside a collapsed row.</summary>
    public static IEnumerable<JsonElement> Panels(JsonElement board) => board.GetProperty("panels").EnumerateArray()
        .SelectMany(panel => panel.TryGetProperty("panels", out _) ? Panels(panel).Prepend(panel) : [panel]);

    private static IEnumerable<DeployedQuery> In(string file)
    {
        var board = Read(file);
        foreach (var panel in Panels(board).Where(panel => panel.TryGetProperty("targets", out _)))
        {
            foreach (var target in panel.GetProperty("targets").EnumerateArray())
            {
                yield return new(
                    $"{file}: {panel.GetProperty("title").GetString()}", target.GetProperty("expr")
                        .GetString()!, [target.GetProperty("legendFormat").GetString()!]);
            }
        }

        foreach (var variable in board.GetProperty("templating").GetProperty("list").EnumerateArray().Where(IsQuery))
        {
            yield return OfVariable($"{file}: variable {variable.GetProperty("name").GetString()}", variable.GetProperty("definition").GetString()!);
        }
    }

    private static bool IsQuery(JsonElement variable) => variable.GetProperty("type").GetString() == "query";

    // Grafana's own function around a selector. Grouping by the label asks for it.
    private static DeployedQuery OfVariable(string place, string definition) =>
        LabelValues.Match(definition) is { Success: true } match
            ? new(place, $"count by ({match.Groups["label"].Value}) ({match.Groups["series"].Value})", [])
            : throw new FormatException($"{place} is not read: {definition}");
}
