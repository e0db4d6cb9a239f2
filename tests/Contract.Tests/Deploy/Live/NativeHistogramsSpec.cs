namespace AkkaInstrumentation.Tests;

/// <summary>
/// Boards and alerts ask for both forms of a histogram: with buckets, and native, of which no series ends with <c>_bucket</c>, <c>_sum</c> or
/// <c>_count</c>.
/// </summary>
public sealed class NativeHistogramsSpec(BothForms forms) : IClassFixture<BothForms>
{
    private static readonly string[] Forms = [BothForms.Buckets, BothForms.Native];

    private static IReadOnlyList<DeployedQuery> OfHistograms { get; } = [.. Boards.Queries.Where(query => query.Series.Any(IsHistogram))];

    [PromtoolFact(TroubledSamples.Program)]
    public async Task Every_panel_shows_the_same_of_both_forms()
    {
        Assert.True(OfHistograms.Count >= 25, $"{OfHistograms.Count}");
        foreach (var query in OfHistograms.Where(query => !IsHeatmap(query)))
        {
            await Eventually.Passes(
                () =>
                {
                    var values = Forms.Select(form => Ask(query, form).GetAwaiter().GetResult()).ToList();
                    Assert.True(
                        values[0].Count > 0 && values[0].Count == values[1].Count, $"{query.Place}: {values[0].Count}, {values[1].Count}: {query.Text}");
                    Assert.All(values[0].Zip(values[1]), pair => Assert.InRange(pair.Second / pair.First, 0.5, 2));
                },
                BothForms.Patience);
        }

        foreach (var query in OfHistograms.Where(IsHeatmap).SelectMany(query => Forms.Select(form => Of(query, form))))
        {
            await Eventually.True(() => forms.Prometheus.HasData(query), BothForms.Patience);
        }
    }

    /// <summary>Also those that no sample gets into.</summary>
    [PromtoolFact(TroubledSamples.Program)]
    public async Task Every_alert_about_a_histogram_fires_for_both_forms_and_only_in_trouble()
    {
        var alerts = Alerts.All.Where(alert => new DeployedQuery("", alert.Query, []).Series.Any(IsHistogram)).Select(alert => alert.Name);
        Assert.Equal(["AkkaDispatcherSaturated", "AkkaHeartbeatsLate", "AkkaTimersLate", "AkkaWritesFail"], alerts.Order(StringComparer.Ordinal));

        var expected = alerts.SelectMany(alert => Forms.Select(form => $"{alert} {BothForms.Job(form, isWell: false)}"))
            .Order(StringComparer.Ordinal).ToList();
        await Eventually.Passes(() => Assert.Equal(expected, Firing().GetAwaiter().GetResult()), BothForms.Patience);
    }

    /// <summary>The library's advice of bounds does not stand against the variable.</summary>
    [PromtoolFact(TroubledSamples.Program)]
    public async Task With_the_standard_variable_the_sample_has_native_histograms_only()
    {
        const string Wait = "akka_mailbox_wait_duration_seconds";
        await Eventually.True(
            async () => (await forms.Prometheus.Query($"histogram_quantile(0.95, sum(rate({Wait}{{job=\"{BothForms.Sample}\"}}[10s])))"))
                .Any(sample => sample.Value > 0),
            BothForms.Patience);
        Assert.Empty(await forms.Prometheus.Query($"{Wait}_bucket{{job=\"{BothForms.Sample}\"}}"));
        Assert.All(
            forms.Bridge.Of(BothForms.Sample).Where(metric => metric.Text(1).StartsWith("akka.", StringComparison.Ordinal)),
            metric => Assert.False(metric.Has(9)));
    }

    private static bool IsHistogram(string series) =>
        MetricsTable.Rows.Any(row => row.Instrument == "Histogram"
            && series.StartsWith(PrometheusNames.NameOf(row.Name, row.Unit), StringComparison.Ordinal));

    // It shows all buckets of the one form, and one histogram of the other.
    private static bool IsHeatmap(DeployedQuery query) => query.Text.StartsWith("sum by (le)", StringComparison.Ordinal);

    // of the job that is in trouble
    private static string Of(DeployedQuery query, string form) =>
        new DeployedQuery("", query.Text.Replace("$instance", BothForms.Job(form, isWell: false), StringComparison.Ordinal), []).WithAll();

    private async Task<IReadOnlyList<string>> Firing() =>
    [
        .. (await forms.Prometheus.Query($"ALERTS{{alertstate=\"firing\", job!=\"{BothForms.Sample}\"}}"))
            .Select(alert => $"{alert.Labels["alertname"]} {alert.Labels["job"]}").Distinct().Order(StringComparer.Ordinal),
    ];

    // the values in the order of their labels
    private async Task<IReadOnlyList<double>> Ask(DeployedQuery query, string form) =>
    [
        .. (await forms.Prometheus.Query(Of(query, form)))
            .OrderBy(sample => string.Join(',', sample.Labels.OrderBy(label => label.Key, StringComparer.Ordinal)), StringComparer.Ordinal)
            .Select(sample => sample.Value),
    ];
}
