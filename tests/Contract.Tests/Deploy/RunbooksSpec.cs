namespace AkkaInstrumentation.Tests;

/// <summary>
/// Each alert has a section in docs/operations.md with what it means, where to look and what to do, and series for which it fires and does not.
/// </summary>
public sealed class RunbooksSpec
{
    private const string Document = "docs/operations.md";

    [Fact]
    public void Each_alert_has_a_runbook_and_each_runbook_an_alert() =>
        Assert.Equal(
            Alerts.All.Select(alert => alert.Name).Order(StringComparer.Ordinal),
            Repo.ReadLines(Document).Where(line => line.StartsWith("### Akka", StringComparison.Ordinal))
                .Select(line => line[4..]).Order(StringComparer.Ordinal));

    [Fact]
    public void An_alert_links_to_its_runbook() =>
        Assert.All(Alerts.All, alert => Assert.Equal($"{Document}#{alert.Name.ToLowerInvariant()}", alert.Runbook));

    [Fact]
    public void A_runbook_has_the_meaning_where_to_look_and_what_to_do() =>
        Assert.All(Alerts.All, alert =>
        {
            var text = Markdown.Prose(Document, $"### {alert.Name}");
            Assert.All(new[] { "**Means.**", "**Look.**", "**Do.**" }, part => Assert.Contains(part, text, StringComparison.Ordinal));
        });

    [Fact]
    public void Each_alert_is_tried_with_series_for_which_it_fires_and_others() =>
        Assert.All(Alerts.All, alert => Assert.Equal((true, true), Alerts.Tested(alert.Name)));

    [Fact]
    public void The_series_that_it_names_are_emitted() => Assert.All(
        Markdown.Code(Repo.Read(Document)).Where(code => code.StartsWith("akka_", StringComparison.Ordinal)),
        code => Assert.Contains(code, PrometheusNames.Emitted.Series));
}
