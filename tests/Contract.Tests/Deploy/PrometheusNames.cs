namespace AkkaInstrumentation.Tests;

/// <summary>
/// The metrics of docs/telemetry.md under the names that OpenTelemetry's Prometheus exporters give them, by the specification
/// "Prometheus and OpenMetrics Compatibility": other characters become underscores, the unit is added as a word unless the name has it, a unit in
/// braces is left out, 1 may be the ratio of a gauge, and a sum that only grows ends with <c>_total</c>.
/// </summary>
internal sealed class PrometheusNames
{
    private readonly Dictionary<string, HashSet<string>> _labels = [];

    public PrometheusNames(IEnumerable<MetricsTable.Metric> metrics)
    {
        foreach (var metric in metrics)
        {
            foreach (var series in SeriesOf(metric))
            {
                _labels.Add(series, LabelsOf(metric, series));
            }
        }
    }

    /// <summary>What is emitted, as <see cref="MetricsSpec"/> makes sure.</summary>
    public static PrometheusNames Emitted { get; } = new(MetricsTable.Rows);

    public IReadOnlyCollection<string> Series => _labels.Keys;

    /// <summary>Null when there is no such series.</summary>
    public IReadOnlySet<string>? LabelsOf(string series) => _labels.GetValueOrDefault(series);

    /// <summary>The name of a metric without the ending of its kind.</summary>
    public static string NameOf(string metric, string unit)
    {
        var (name, word) = (Underscored(metric), WordOf(unit));
        return word.Length == 0 || name.EndsWith($"_{word}", StringComparison.Ordinal) ? name : $"{name}_{word}";
    }

    private static IEnumerable<string> SeriesOf(MetricsTable.Metric metric)
    {
        var name = NameOf(metric.Name, metric.Unit);
        return metric.Instrument switch
        {
            "ObservableCounter" => [$"{name}_total"],
            // with buckets, or native
            "Histogram" => [$"{name}_bucket", $"{name}_sum", $"{name}_count", name],
            // the collector adds _ratio, OpenTelemetry's exporter for .NET does not
            "ObservableGauge" when metric.Unit == "1" => [name, $"{name}_ratio"],
            "ObservableGauge" or "ObservableUpDownCounter" => [name],
            _ => throw new InvalidOperationException($"{metric.Instrument} has no rule"),
        };
    }

    private static string WordOf(string unit) => unit switch
    {
        "s" => "seconds",
        "By" => "bytes",
        "1" => "",
        ['{', .., '}'] => "",
        _ => throw new InvalidOperationException($"{unit} has no rule"),
    };

    // job and instance come from the scrape, or from the collector: service.name and service.instance.id
    private static HashSet<string> LabelsOf(MetricsTable.Metric metric, string series)
    {
        var labels = metric.Attributes(failed: true).Select(Underscored).Concat(["job", "instance"]).ToHashSet();
        if (!metric.IsOfProcess)
        {
            labels.Add(Underscored("akka.actor_system.instance"));
        }

        // absent on the application's own actors and questions
        if (labels.Contains(Underscored("akka.actor.type")) || metric.Name == "akka.ask.duration")
        {
            labels.Add(Underscored("akka.actor.category"));
        }

        if (metric.Instrument == "Histogram" && series.EndsWith("_bucket", StringComparison.Ordinal))
        {
            labels.Add("le");
        }

        return labels;
    }

    public static string Underscored(string name) => string.Concat(name.Select(letter => char.IsAsciiLetterOrDigit(letter) ? letter : '_'));
}
