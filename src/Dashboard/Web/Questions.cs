using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>The read API: what a request's query asks for, and the answer to it.</summary>
internal static class Questions
{
    private const int LongestPath = 1_000;
    private const int LongestText = 200;

    public static Answer Status(Observation seen, HealthThresholds thresholds, bool historyKept) =>
        Found(StatusView.From(seen, thresholds, historyKept), DashboardJson.Default.StatusView);

    public static Answer Diagnosis(Observation seen, HealthThresholds thresholds)
    {
        var now = Stopwatch.GetTimestamp();
        var verdict = thresholds.Read(seen.System, now);
        var diagnosis = AkkaDiagnosis.Read(seen.System, verdict.Found, now, DiagnosisView.OthersIn(seen, verdict.Health));
        return Found(DiagnosisView.From(diagnosis), DashboardJson.Default.DiagnosisView);
    }

    public static Answer History(Observation seen, ViewQuestion query) => OfType(query["type"], type =>
        Found(HistoryView.From(seen, NullIfEmpty(type)), DashboardJson.Default.HistoryView));

    public static Answer Type(Observation seen, ViewQuestion query) => OfType(query["name"], name =>
        Found(TypeView.From(seen, name), DashboardJson.Default.TypeView));

    public static Answer Failures(Observation seen, ViewQuestion query) => OfType(query["actor"], actor =>
        Found(FailuresView.From(seen, NullIfEmpty(actor)), DashboardJson.Default.FailuresView));

    public static Answer Overview(Observation seen, ViewQuestion query) => Found(OverviewView.From(seen), DashboardJson.Default.OverviewView);

    public static Answer Flow(Observation seen, ViewQuestion query)
    {
        var (window, format) = (query["window"], query["format"]);
        if (!int.TryParse(window.Length == 0 ? "300" : window, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)
            || seconds is < 1 or > 3_600)
        {
            return Wrong(400, "The window is a number of seconds from 1 to 3600.");
        }

        var map = query["nodes"] == "all" ? FlowOfNodes.Read(seen, seconds) : FlowOfNodes.Here(seen, seconds);
        map = query["infrastructure"] == "on" ? map : map.WithoutInfrastructure();
        return format switch
        {
            "" or "json" => Found(map, DashboardJson.Default.AkkaFlowMap),
            "mermaid" => Text(map.ToMermaid()),
            "dot" => Text(map.ToDot()),
            _ => Wrong(400, "The format is json, mermaid or dot."),
        };

        static Answer Text(string text) => new(200, Encoding.UTF8.GetBytes(text)) { Type = "text/plain; charset=utf-8" };
    }

    public static Answer Mailboxes(Observation seen, ViewQuestion query) => Found(MailboxesView.From(seen), DashboardJson.Default.MailboxesView);

    public static Answer Dispatchers(Observation seen, ViewQuestion query) =>
        Found(DispatchersView.From(seen), DashboardJson.Default.DispatchersView);

    public static Answer AtWork(Observation seen, ViewQuestion query) =>
        Found(AtWorkView.From(seen.System.Control.MessagesAtWork()), DashboardJson.Default.AtWorkView);

    public static Answer Busiest(Observation seen, ViewQuestion query) => Found(BusiestView.From(seen), DashboardJson.Default.BusiestView);

    public static Answer Timeline(Observation seen, MadeChanges changes) =>
        Found(TimelineView.From(seen.History, changes), DashboardJson.Default.TimelineView);

    public static Answer Lost(Observation seen, ViewQuestion query) => Found(LostView.From(seen), DashboardJson.Default.LostView);

    public static Answer Logs(Observation seen, ViewQuestion query)
    {
        var (level, find) = (query["level"], query["find"]);
        LogLevel? least = level switch
        {
            "" or "information" => LogLevel.Information,
            "warning" => LogLevel.Warning,
            "error" => LogLevel.Error,
            _ => null
        };
        return find.Length > LongestText ? Wrong(400, "That is too long.")
            : !IsTime(query["from"], DateTime.MinValue, out var from) || !IsTime(query["to"], DateTime.MaxValue, out var to)
                ? Wrong(400, "A time is a number of seconds since 1970.")
            : least is null ? Wrong(400, "The level is information, warning or error.")
            : Found(LogsView.From(seen, least.Value, find, from, to), DashboardJson.Default.LogsView);
    }

    public static Answer Cluster(Observation seen, ViewQuestion query) => Found(ClusterView.From(seen), DashboardJson.Default.ClusterView);

    public static Answer Actors(Observation seen, ViewQuestion query)
    {
        var (path, find, after) = (query["path"], query["find"], query["after"]);
        return path.Length > LongestPath || find.Length > LongestText || after.Length > LongestPath
            ? Wrong(400, "That is too long.")
            : Found(ActorsView.From(seen, path.Length == 0 ? "/user" : path, find, after), DashboardJson.Default.ActorsView);
    }

    public static Answer Traces(Observation seen, ViewQuestion query)
    {
        var (order, actor, message) = (query["order"], query["actor"], query["message"]);
        return actor.Length > LongestPath || message.Length > LongestPath ? Wrong(400, "That is too long.")
            : order is not ("" or "slowest" or "failed" or "latest") ? Wrong(400, "The order is slowest, failed or latest.")
            : Found(TracesView.From(seen, order.Length == 0 ? "slowest" : order, NullIfEmpty(actor), NullIfEmpty(message)),
                DashboardJson.Default.TracesView);
    }

    public static Answer Trace(Observation seen, ViewQuestion query) => TraceOfNodes.Read(seen, query["id"]) switch
    {
        { Trace: null, Asks: true } => Wrong(404, "This node has none; others have not answered yet."),
        var found => Found(found.Trace, DashboardJson.Default.TraceView),
    };

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A type that was trimmed away is not found, as the answer shows.")]
    public static Answer Explain(Observation seen, ViewQuestion query)
    {
        var (path, type) = (query["path"], query["type"]);
        if (path.Length is 0 or > LongestPath || type.Length is 0 or > LongestPath)
        {
            return Wrong(400, "A path and a type are needed.");
        }

        try
        {
            return Found(ExplanationView.From(seen.System.Explain(path, type)), DashboardJson.Default.ExplanationView);
        }
        catch (ArgumentException e)
        {
            return Wrong(400, e.Message);
        }
    }

    public static Answer Wrong(int status, string problem) =>
        new(status, JsonSerializer.SerializeToUtf8Bytes(new ProblemView(problem), DashboardJson.Default.ProblemView));

    public static Answer Found<T>(T? view, JsonTypeInfo<T> type)
        where T : class =>
        view is null ? Wrong(404, "There is none.") : new(200, JsonSerializer.SerializeToUtf8Bytes(view, type));

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

    private static Answer OfType(string type, Func<string, Answer> answer) =>
        type.Length > LongestPath ? Wrong(400, "That is too long.") : answer(type);

    private static string? NullIfEmpty(string text) => text.Length == 0 ? null : text;
}
