using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The alerts of <c>deploy/prometheus/alerts.yml</c>, by the few rules of YAML that the file uses: a key and a value on a line, or a block below
/// <c>|</c> that is indented further. promtool reads the whole.
/// </summary>
internal static class Alerts
{
    private static readonly Regex Entry = new(@"^ +- alert: ", RegexOptions.Multiline);
    private static readonly Regex TestCase = new(@"alertname: (?<alert>\w+)\n +exp_alerts:(?<none> \[\])?");

    public const string File = "deploy/prometheus/alerts.yml";
    public const string Tests = "deploy/prometheus/alerts.test.yml";

    public static IReadOnlyList<Alert> All { get; } = [.. Entry.Split(Repo.Read(File)).Skip(1).Select(Read)];

    public static IReadOnlyList<DeployedQuery> Queries { get; } =
        [.. All.Select(alert => new DeployedQuery($"{File}: {alert.Name}", alert.Query, [alert.Summary]))];

    /// <summary>Whether the tests of the rules have the alert fire, and not fire.</summary>
    public static (bool Fires, bool DoesNot) Tested(string alert)
    {
        var cases = TestCase.Matches(Repo.Read(Tests)).Where(match => match.Groups["alert"].Value == alert).ToList();
        return (cases.Any(match => match.Groups["none"].Length == 0), cases.Any(match => match.Groups["none"].Length > 0));
    }

    private static Alert Read(string entry)
    {
        var lines = entry.Split('\n');
        return new(lines[0].Trim(), Value(lines, "expr"), Value(lines, "summary").Trim('"'), Value(lines, "runbook"));
    }

    /// <summary>The value of a key among the lines of a rule.</summary>
    public static string Value(string[] lines, string key)
    {
        var at = Array.FindIndex(lines, line => line.TrimStart().StartsWith($"{key}: ", StringComparison.Ordinal));
        Assert.True(at >= 0, $"{File} has an alert without {key}");
        var value = lines[at].TrimStart()[(key.Length + 2)..].Trim();
        return value == "|"
            ? string.Join('\n', lines.Skip(at + 1).TakeWhile(line => Indent(line) > Indent(lines[at])))
            : value;
    }

    private static int Indent(string line) => line.Length - line.TrimStart().Length;

    public sealed record Alert(string Name, string Query, string Summary, string Runbook);
}
