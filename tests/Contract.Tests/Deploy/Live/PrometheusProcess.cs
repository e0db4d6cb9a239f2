using System.Globalization;
using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A Prometheus with the rules of <c>deploy/prometheus</c>. It scrapes every second, and of the alerts' times a minute is a second, or two for a
/// range.
/// </summary>
internal sealed class PrometheusProcess : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("prometheus");
    private readonly HttpClient _client;
    private readonly Process _process;
    private readonly DateTimeOffset _start = DateTimeOffset.UtcNow;

    /// <param name="program">The program.</param>
    /// <param name="jobs">What it scrapes: host and port by job.</param>
    /// <param name="features">What is switched on.</param>
    public PrometheusProcess(string program, IEnumerable<(string Job, string[] Targets)> jobs, params string[] features)
    {
        Write("alerts.yml", InSeconds(Repo.Read(Alerts.File)));
        Write("phobos-names.yml", Seldom(Repo.Read(PhobosNames.File)));
        Write("prometheus.yml", $"""
            global: {"{ scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }"}
            rule_files: [ alerts.yml, phobos-names.yml ]
            scrape_configs:
            {string.Join('\n', jobs.Select(job => $"- {{ job_name: {job.Job}, honor_labels: true, static_configs: [ {{ targets: [ {string.Join(", ", job.Targets.Select(target => $"\"{target}\""))} ] }} ] }}"))}
            """);
        var port = FreePort.Find();
        _client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}/api/v1/") };
        var start = new ProcessStartInfo(program,
        [
            $"--config.file={Path.Combine(_folder.FullName, "prometheus.yml")}", $"--storage.tsdb.path={Path.Combine(_folder.FullName, "data")}",
            $"--web.listen-address=127.0.0.1:{port}", $"--enable-feature={string.Join(',', ["exemplar-storage", .. features])}",
            "--log.level=warn",
        ]);

        // its heap is small and it allocates much: more memory, and a fraction of the collections
        start.Environment["GOGC"] = "400";
        _process = Process.Start(start)!;
    }

    public async Task<bool> IsReady()
    {
        try
        {
            using var answer = await _client.GetAsync(new Uri("/-/ready", UriKind.Relative));
            return answer.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    /// <summary>The series that a query returns now, each with its labels and its value.</summary>
    public async Task<IReadOnlyList<Sample>> Query(string query) =>
        [.. (await Get("query", query)).GetProperty("result").EnumerateArray()
            .Select(series => new Sample(Labels(series), Value(series.GetProperty("value"))))];

    /// <summary>Whether a query has ever returned a number, or a native histogram, since the start.</summary>
    public async Task<bool> HasData(string query)
    {
        var result = await Get("query_range", query, ("start", Unix(_start)), ("end", Unix(DateTimeOffset.UtcNow)), ("step", "1"));
        return result.GetProperty("result").EnumerateArray().Any(series => series.TryGetProperty("histograms", out _)
            || series.GetProperty("values").EnumerateArray().Any(point => !double.IsNaN(Value(point))));
    }

    /// <summary>The trace ids of the exemplars of a query's series.</summary>
    public async Task<IReadOnlyList<string>> Traces(string query) =>
    [
        .. (await Get("query_exemplars", query, ("start", Unix(_start)), ("end", Unix(DateTimeOffset.UtcNow)))).EnumerateArray()
            .SelectMany(series => series.GetProperty("exemplars").EnumerateArray())
            .Select(exemplar => exemplar.GetProperty("labels").GetProperty("trace_id").GetString()!),
    ];

    public void Dispose()
    {
        _client.Dispose();
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _folder.Delete(recursive: true);
    }

    // They copy all series under other names, and nothing depends on how often.
    private static string Seldom(string rules) =>
        rules.Replace("  - name: phobos-names\n", "  - name: phobos-names\n    interval: 5s\n", StringComparison.Ordinal);

    private static string InSeconds(string rules)
    {
        var ranges = System.Text.RegularExpressions.Regex.Replace(rules, @"(?<=\[|offset )(\d+)m",
            match => $"{2 * int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)}s");
        return System.Text.RegularExpressions.Regex.Replace(ranges, @"(?<=for: )(\d+)m", "$1s")
            .Replace("oldest_age_seconds > 60", "oldest_age_seconds > 1", StringComparison.Ordinal);
    }

    private static string Unix(DateTimeOffset time) => (time.ToUnixTimeMilliseconds() / 1000.0).ToString(CultureInfo.InvariantCulture);

    private static double Value(JsonElement point) =>
        double.Parse(point[1].GetString()!.Replace("+Inf", "Infinity", StringComparison.Ordinal), CultureInfo.InvariantCulture);

    private static Dictionary<string, string> Labels(JsonElement series) =>
        series.GetProperty("metric").EnumerateObject().ToDictionary(label => label.Name, label => label.Value.GetString()!);

    private async Task<JsonElement> Get(string question, string query, params (string Key, string Value)[] more)
    {
        using var content = new FormUrlEncodedContent(more.Prepend(("query", query)).Select(pair => KeyValuePair.Create(pair.Item1, pair.Item2)));
        using var answer = await _client.PostAsync(new Uri(question, UriKind.Relative), content);
        var json = await JsonDocument.ParseAsync(await answer.Content.ReadAsStreamAsync());
        return json.RootElement.TryGetProperty("data", out var data) ? data : throw new InvalidOperationException($"{query}: {json.RootElement}");
    }

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(_folder.FullName, name), text);

    public sealed record Sample(IReadOnlyDictionary<string, string> Labels, double Value);
}
