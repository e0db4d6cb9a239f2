using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Boards and alerts ask for <see cref="PrometheusNames"/>. The sample's exporter gives the same names to Prometheus 3, which asks for names
/// with dots or with underscores in the Accept header of its scrape.
/// </summary>
public sealed class PrometheusExporterSpec
{
    // a name with dots stands inside of the braces, in quotes
    private static readonly Regex Series = new(@"^(?:\{"")?(?<name>[a-z_][\w.]*)", RegexOptions.Multiline);

    [Fact]
    public async Task Prometheus_3_gets_the_names_of_boards_and_alerts()
    {
        using var shop = ProgramUnderTest.Start(BuiltProgram.Info("WebApi", "--urls=http://127.0.0.1:0"));
        var address = Regex.Match(await shop.Line("The shop runs on"), @"http://\S+").Value;
        foreach (var escaping in new[] { "underscores", "allow-utf-8" })
        {
            await GivesTheNames(address, escaping);
        }
    }

    private static async Task GivesTheNames(string address, string escaping)
    {
        using var client = new HttpClient();
        client.DefaultRequestHeaders.TryAddWithoutValidation(
            "Accept",
            $"application/openmetrics-text;version=1.0.0;escaping={escaping};q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,"
            + $"text/plain;version=1.0.0;escaping={escaping};q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2");

        await Eventually.Passes(() =>
        {
            var scraped = Series.Matches(client.GetStringAsync(new Uri($"{address}/metrics")).GetAwaiter().GetResult())
                .Select(series => series.Groups["name"].Value)
                .Where(name => name.StartsWith("akka", StringComparison.Ordinal) && !name.EndsWith("_created", StringComparison.Ordinal))
                .ToHashSet();
            Assert.Contains("akka_actor_messages_total", scraped);
            Assert.Contains("akka_mailbox_oldest_age_seconds", scraped);
            Assert.Contains("akka_mailbox_wait_duration_seconds_bucket", scraped);
            Assert.Empty(scraped.Except(PrometheusNames.Emitted.Series));
        });
    }
}
