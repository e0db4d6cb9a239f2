using System.Text;

namespace AkkaInstrumentation.Tests;

/// <summary>Prometheus itself checks the alerts and the boards' queries.</summary>
public sealed class PromtoolSpec
{
    [PromtoolFact]
    public async Task The_alerts_are_valid()
    {
        var (code, output) = await PromtoolFactAttribute.Run("check", "rules", "alerts.yml");
        Assert.True(code == 0 && output.Contains($"{Alerts.All.Count} rules found", StringComparison.Ordinal), output);
    }

    [PromtoolFact]
    public async Task The_alerts_fire_when_they_should_and_not_otherwise()
    {
        var (code, output) = await PromtoolFactAttribute.Run("test", "rules", "alerts.test.yml");
        Assert.True(code == 0 && output.Contains("SUCCESS", StringComparison.Ordinal), output);
    }

    [PromtoolFact]
    public async Task The_rules_for_the_names_of_Phobos_give_its_series()
    {
        var (code, output) = await PromtoolFactAttribute.Run("test", "rules", "phobos-names.test.yml");
        Assert.True(code == 0 && output.Contains("SUCCESS", StringComparison.Ordinal), output);
    }

    /// <summary>As rules that record, because promtool checks no single query.</summary>
    [PromtoolFact]
    public async Task The_boards_queries_are_valid()
    {
        var rules = new StringBuilder("groups:\n- name: boards\n  rules:\n");
        for (var at = 0; at < Boards.Queries.Count; at++)
        {
            var query = Boards.Queries[at].Text.Replace("$__rate_interval", "5m", StringComparison.Ordinal);
            rules.Append(System.Globalization.CultureInfo.InvariantCulture,
                $"  - record: query:{at}\n    expr: {System.Text.Json.JsonSerializer.Serialize(query)}\n");
        }

        var file = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.yml");
        await File.WriteAllTextAsync(file, rules.ToString());
        try
        {
            var (code, output) = await PromtoolFactAttribute.Run("check", "rules", file);
            Assert.True(code == 0 && output.Contains($"{Boards.Queries.Count} rules found", StringComparison.Ordinal), output);
        }
        finally
        {
            File.Delete(file);
        }
    }
}
