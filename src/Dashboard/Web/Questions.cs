using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>The read API: the questions whose values are checked, and the answers to all.</summary>
internal static class Questions
{
    public static Answer Flow(Observation seen, ViewQuestion query)
    {
        if (!int.TryParse(query.Given("window") ?? "300", NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)
            || seconds is < 1 or > 3_600)
        {
            return Wrong(400, "The window is a number of seconds from 1 to 3600.");
        }

        var map = query["nodes"] == "all" ? FlowOfNodes.Read(seen, seconds) : FlowOfNodes.Here(seen, seconds);
        map = query["infrastructure"] == "on" ? map : map.WithoutInfrastructure();
        return query["format"] switch
        {
            "" or "json" => Found(FlowMapView.From(map)),
            "mermaid" => Text(map.ToMermaid()),
            "dot" => Text(map.ToDot()),
            _ => Wrong(400, "The format is json, mermaid or dot."),
        };

        static Answer Text(string text) => new(200, Encoding.UTF8.GetBytes(text)) { Type = "text/plain; charset=utf-8" };
    }

    public static Answer Logs(Observation seen, ViewQuestion query)
    {
        LogLevel? least = query["level"] switch
        {
            "" or "information" => LogLevel.Information,
            "warning" => LogLevel.Warning,
            "error" => LogLevel.Error,
            _ => null
        };
        return !IsTime(query["from"], DateTime.MinValue, out var from) || !IsTime(query["to"], DateTime.MaxValue, out var to)
                ? Wrong(400, "A time is a number of seconds since 1970.")
            : least is null ? Wrong(400, "The level is information, warning or error.")
            : Found(LogsView.From(seen, least.Value, query["find"], from, to));
    }

    public static Answer Traces(Observation seen, ViewQuestion query)
    {
        var order = query.Given("order") ?? "slowest";
        var isNumber = long.TryParse(query.Given("least") ?? "0", NumberStyles.None, CultureInfo.InvariantCulture, out var least)
            && least <= 86_400_000_000;
        return order is not ("slowest" or "failed" or "latest") ? Wrong(400, "The order is slowest, failed or latest.")
            : !isNumber ? Wrong(400, "The least duration is a number of microseconds, at most a day.")
            : Found(TracesView.From(seen, order, query.Given("actor"), query.Given("message"),
                query.Given("root"), TimeSpan.FromMicroseconds(least)));
    }

    public static Answer Trace(Observation seen, ViewQuestion query) => TraceOfNodes.Read(seen, query["id"]) switch
    {
        { Trace: null, Asks: true } => Wrong(404, "This node has none; others have not answered yet."),
        var found => Found(found.Trace),
    };

    /// <summary>All that is known now as one file.</summary>
    public static Answer Incident(Observation seen, ViewQuestion query, HealthThresholds thresholds)
    {
        var incident = AkkaIncident.Read(seen.System, thresholds.Read(seen.System, Stopwatch.GetTimestamp()).Options);
        return query["format"] switch
        {
            "" or "json" => new(200, Encoding.UTF8.GetBytes(incident.ToJson())),
            "markdown" => new(200, Encoding.UTF8.GetBytes(incident.ToMarkdown())) { Type = "text/markdown; charset=utf-8" },
            _ => Wrong(400, "The format is json or markdown."),
        };
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A type that was trimmed away is not found, as the answer shows.")]
    public static Answer Explain(Observation seen, ViewQuestion query)
    {
        if (query.Given("path") is not { } path || query.Given("type") is not { } type)
        {
            return Wrong(400, "A path and a type are needed.");
        }

        try
        {
            return Found(ExplanationView.From(seen.System.Insight.Answers.Explain(path, type)));
        }
        catch (ArgumentException e)
        {
            return Wrong(400, e.Message);
        }
    }

    public static Answer Wrong(int status, string problem) =>
        new(status, JsonSerializer.SerializeToUtf8Bytes(new ProblemView(problem), DashboardJson.Default.ProblemView));

    /// <param name="view">One of the types of <see cref="DashboardJson"/>; null when there is none.</param>
    public static Answer Found<T>(T? view)
        where T : class =>
        view is null
            ? Wrong(404, "There is none.")
            : new(200, JsonSerializer.SerializeToUtf8Bytes(view, (JsonTypeInfo<T>)DashboardJson.Default.GetTypeInfo(typeof(T))!));

    // Seconds since 1970, up to the year 5138.
    private static bool IsTime(string text, DateTime absent, out DateTime time)
    {
        time = absent;
        if (text.Length == 0)
        {
            return true;
        }

        var isTime = long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds) && seconds < 100_000_000_000;
        time = DateTime.UnixEpoch.AddSeconds(isTime ? seconds : 0);
        return isTime;
    }
}
