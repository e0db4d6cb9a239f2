using System.Text.Json;
using System.Text.RegularExpressions;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Grafana's boards by the rules of Grafana's dashboard-linter, as its documentation describes them: the names are those of its rules. What a board
/// does not follow on purpose is in deploy/grafana/.lint with the reason, which is the linter's own file. promtool checks target-promql-rule and
/// template-label-promql-rule (<see cref="PromtoolSpec"/>).
/// </summary>
public sealed class BoardLintSpec
{
    private const string Exclusions = "deploy/grafana/.lint";

    private static readonly string[] Charts = ["stat", "timeseries", "gauge", "table"];

    // of the units that Grafana knows, those that such boards need
    private static readonly string[] Units = ["none", "short", "percent", "percentunit", "bytes", "decbytes", "Bps", "binBps", "s", "ms", "cps", "ops", "rps"];

    private static readonly Regex Selector = new(@"\b(?:akka|error|network)_\w+(?<matchers>\{[^}]*\})?");
    private static readonly Regex Range = new(@"(?<function>\w+)\((?:[^()\[\]]|\([^()]*\))*\[(?<range>[^\]]+)\]");
    private static readonly Regex Counter = new(@"(?<before>\b\w+\()?\b\w+_total\b(?:\{[^}]*\})?(?<range>\[[^\]]+\])?");

    public static TheoryData<string> Files => [.. Boards.Files];

    private static Lint Excluded { get; } = new DeserializerBuilder().WithNamingConvention(LowerCaseNamingConvention.Instance).Build()
        .Deserialize<Lint>(Repo.Read(Exclusions));

    [Theory]
    [MemberData(nameof(Files))]
    public void A_board_follows_the_rules_but_for_those_that_are_excluded(string file) => Assert.Empty(Problems(Boards.Read(file))
        .Where(problem => !Excluded.Covers(problem)).Select(problem => $"{problem.Rule}: {problem.Panel}: {problem.Text}"));

    [Fact]
    public void Each_exclusion_has_a_reason_and_something_to_exclude()
    {
        var problems = Boards.Files.SelectMany(file => Problems(Boards.Read(file))).ToList();
        Assert.All(Excluded.Exclusions, rule =>
        {
            Assert.NotEmpty(rule.Value.Reason);
            Assert.Contains(problems, problem => problem.Rule == rule.Key);
            Assert.All(rule.Value.Entries, entry => Assert.Contains(problems, problem => problem.Rule == rule.Key && entry.Is(problem)));
        });
    }

    /// <summary>A board that breaks every rule: the rules see it.</summary>
    [Fact]
    public void A_bad_board_breaks_each_rule()
    {
        using var bad = JsonDocument.Parse("""
            {
              "title": "Bad", "editable": true,
              "templating": { "list": [
                { "name": "source", "label": "Source", "type": "datasource", "query": "prometheus" },
                { "name": "instance", "label": "Pod", "type": "query", "datasource": { "uid": "abc" }, "refresh": 1 }
              ] },
              "panels": [
                { "type": "timeseries", "title": "", "datasource": { "uid": "abc" }, "fieldConfig": { "defaults": { "unit": "apples" } } },
                { "type": "timeseries", "title": "Rates", "description": "-", "datasource": { "uid": "abc" },
                  "fieldConfig": { "defaults": { "unit": "s" } },
                  "targets": [ { "expr": "rate(akka_actor_messages_total[5m]) + akka_actor_failures_total" } ] }
              ]
            }
            """);
        Assert.Equal(
            [
                "panel-datasource-rule", "panel-no-targets-rule", "panel-title-description-rule", "panel-units-rule", "target-counter-agg-rule",
                "target-instance-rule", "target-job-rule", "target-rate-interval-rule", "template-datasource-rule", "template-instance-rule",
                "template-job-rule", "template-on-time-change-reload-rule", "uneditable-dashboard",
            ],
            Problems(bad.RootElement).Select(problem => problem.Rule).Distinct().Order(StringComparer.Ordinal));
    }

    private static IEnumerable<Problem> Problems(JsonElement board)
    {
        var variables = board.GetProperty("templating").GetProperty("list").EnumerateArray().ToList();
        return OfBoard(board, variables).Select(problem => problem with { Dashboard = Text(board, "title") })
            .Concat(Boards.Panels(board).Where(panel => Charts.Contains(Text(panel, "type"))).SelectMany(panel =>
                OfPanel(panel).Concat(Targets(panel).SelectMany(target => OfTarget(Text(target, "expr"))))
                    .Select(problem => problem with { Dashboard = Text(board, "title"), Panel = Text(panel, "title") })));
    }

    private static IEnumerable<Problem> OfBoard(JsonElement board, List<JsonElement> variables)
    {
        var sources = variables.Where(variable => Text(variable, "type") == "datasource").ToList();
        if (sources is not [var source] || (Text(source, "name"), Text(source, "label")) != ("datasource", "Data source"))
        {
            yield return new("template-datasource-rule", "there is one variable for the data source, named datasource, with the label Data source");
        }

        foreach (var name in new[] { "job", "instance" })
        {
            var found = variables.Find(variable => Text(variable, "name") == name);
            if (found.ValueKind == JsonValueKind.Undefined)
            {
                yield return new($"template-{name}-rule", "there is no such variable");
            }
            else if (!string.Equals(Text(found, "label"), name, StringComparison.OrdinalIgnoreCase) || Text(found, "type") != "query"
                || Source(found) != "${datasource}" || !found.TryGetProperty("multi", out var multi) || !multi.GetBoolean()
                || Text(found, "allValue") != ".+")
            {
                yield return new($"template-{name}-rule", "it is a query of the chosen data source, multi select, with .+ for all");
            }
        }

        foreach (var variable in variables.Where(variable => Text(variable, "type") == "query"))
        {
            if (!variable.TryGetProperty("refresh", out var refresh) || refresh.GetInt32() != 2)
            {
                yield return new("template-on-time-change-reload-rule", Text(variable, "name"));
            }
        }

        if (!board.TryGetProperty("editable", out var editable) || editable.GetBoolean())
        {
            yield return new("uneditable-dashboard", "the board can be changed in Grafana");
        }
    }

    private static IEnumerable<Problem> OfPanel(JsonElement panel)
    {
        if (Source(panel) != "${datasource}")
        {
            yield return new("panel-datasource-rule", Source(panel));
        }

        if (Text(panel, "title").Length == 0 || Text(panel, "description").Length == 0)
        {
            yield return new("panel-title-description-rule", "title or description is missing");
        }

        var defaults = panel.GetProperty("fieldConfig").GetProperty("defaults");
        var isMapped = defaults.TryGetProperty("mappings", out var mappings) && mappings.GetArrayLength() > 0;
        if (!isMapped && !Units.Contains(Text(defaults, "unit")))
        {
            yield return new("panel-units-rule", Text(defaults, "unit"));
        }

        if (Targets(panel).Count == 0)
        {
            yield return new("panel-no-targets-rule", "there is no query");
        }
    }

    private static IEnumerable<Problem> OfTarget(string query)
    {
        foreach (var name in new[] { "job", "instance" })
        {
            if (Selector.Matches(query).Any(series => PrometheusNames.Emitted.Series.Contains(series.Value.Split('{')[0])
                && !series.Groups["matchers"].Value.Contains($"{name}=~\"${name}\"", StringComparison.Ordinal)))
            {
                yield return new($"target-{name}-rule", query);
            }
        }

        if (Range.Matches(query).Any(match =>
            match.Groups["function"].Value is "rate" or "irate" && match.Groups["range"].Value != "$__rate_interval"))
        {
            yield return new("target-rate-interval-rule", query);
        }

        if (Counter.Matches(query).Any(match =>
            match.Groups["before"].Value is not ("rate(" or "irate(" or "increase(") || !match.Groups["range"].Success))
        {
            yield return new("target-counter-agg-rule", query);
        }
    }

    private static List<JsonElement> Targets(JsonElement panel) =>
        panel.TryGetProperty("targets", out var targets) ? [.. targets.EnumerateArray()] : [];

    private static string Text(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString()! : "";

    private static string Source(JsonElement element) => element.TryGetProperty("datasource", out var source) ? Text(source, "uid") : "";

    private sealed record Problem(string Rule, string Text)
    {
        public string Dashboard { get; init; } = "";

        public string Panel { get; init; } = "";
    }

    private sealed class Lint
    {
        public Dictionary<string, Rule> Exclusions { get; set; } = [];

        // As the linter applies it: a rule without entries is excluded everywhere.
        public bool Covers(Problem problem) => Exclusions.TryGetValue(problem.Rule, out var rule)
            && (rule.Entries.Count == 0 || rule.Entries.Exists(entry => entry.Is(problem)));
    }

    private sealed class Rule
    {
        public string Reason { get; set; } = "";

        public List<Entry> Entries { get; set; } = [];
    }

    private sealed class Entry
    {
        public string Dashboard { get; set; } = "";

        public string Panel { get; set; } = "";

        public bool Is(Problem problem) =>
            (Dashboard.Length == 0 || Dashboard == problem.Dashboard) && (Panel.Length == 0 || Panel == problem.Panel);
    }
}
