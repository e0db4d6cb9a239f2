using System.ComponentModel;
using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using ModelContextProtocol;
using ModelContextProtocol.Server;

namespace AkkaInstrumentation;

/// <summary>
/// The tools for agents. Each tool reads the read API of the dashboard at whose address it was called. Its texts name paths and ids that other tools
/// accept, and end with the next step.
/// </summary>
[McpServerToolType]
internal sealed class AkkaTools(IHttpContextAccessor requests)
{
    private const int Few = 10;
    private const int Many = 30;

    private static readonly Dictionary<string, string?> Nothing = [];

    [McpServerTool(Name = "akka_status", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("Begin here. Whether the Akka.NET actor system is healthy, what is wrong now and with which actors, "
        + "what the process uses, and the other nodes in trouble.")]
    public async Task<string> Status()
    {
        var status = await Ask("status").ConfigureAwait(false);
        var text = new JsonText()
            .Line($"{Text(status, "health")}: {JsonText.Row(status.GetProperty("node"))}")
            .Rows("Troubles", status.GetProperty("troubles"), Few)
            .Rows("Ended in the last five minutes", status.GetProperty("ended"), Few)
            .Rows("Other nodes in trouble", status.GetProperty("others"), Few)
            .Line($"Process: {JsonText.Row(status.GetProperty("process"))}");
        return status.GetProperty("unchecked").GetArrayLength() > 0
            ? text.Rows("Not checked", status.GetProperty("unchecked"), Few).Next(AfterStatus(status))
            : text.Next(AfterStatus(status));
    }

    [McpServerTool(Name = "akka_why", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("Why the actor system is in trouble: the probable causes, the most probable first, each with "
        + "certainty, evidence, the actor's path and the next step.")]
    public async Task<string> Why()
    {
        var diagnosis = await Ask("diagnosis").ConfigureAwait(false);
        var text = new JsonText().Line(Text(diagnosis, "summary"));
        var place = 0;
        foreach (var cause in diagnosis.GetProperty("causes").EnumerateArray())
        {
            text.Line($"{(++place).ToString(CultureInfo.InvariantCulture)}. {JsonText.Row(cause, "evidence", "nextStep")}");
            foreach (var evidence in cause.GetProperty("evidence").EnumerateArray())
            {
                text.Line($"   evidence: {evidence.GetString()}");
            }

            text.Line($"   next step: {Text(cause, "nextStep")}");
        }

        return text.Next(place == 0
            ? "akka_failures, akka_lost and akka_timeline show what has happened before; akka_traces what is slow."
            : "follow the next step of the first cause. akka_at_work shows who works now, akka_failures texts of exceptions, akka_traces examples.");
    }

    [McpServerTool(Name = "akka_actor_types", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("Figures of the last minute by actor type: messages a second, waiting messages, age of the oldest, "
        + "failures, restarts, and percentiles of waiting and working time.")]
    public async Task<string> ActorTypes() => new JsonText()
        .Rows("Actor types", (await Ask("overview").ConfigureAwait(false)).GetProperty("actors"), Many, "namespace")
        .Next("akka_history with a type shows its course; akka_traces with an actor its slowest traces.");

    [McpServerTool(Name = "akka_mailboxes", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("The mailboxes with most messages, with the oldest message, and those that grow, by actor path.")]
    public async Task<string> Mailboxes()
    {
        var mailboxes = await Ask("mailboxes").ConfigureAwait(false);
        return new JsonText()
            .Rows("Deepest", mailboxes.GetProperty("deepest"), Few)
            .Rows("Oldest message", mailboxes.GetProperty("oldest"), Few)
            .Rows("Growing", mailboxes.GetProperty("growing"), Few)
            .Next("akka_at_work shows what these actors do now; akka_flows who sends to their type.");
    }

    [McpServerTool(Name = "akka_at_work", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("The messages that actors have been handling or awaiting in for a tenth of a second or longer: who "
        + "hangs, in which message, since when, in which thread and trace.")]
    public async Task<string> AtWork() => new JsonText()
        .Rows("Messages at work", (await Ask("at-work").ConfigureAwait(false)).GetProperty("messages"), Many)
        .Next("akka_trace with a traceId shows how the message came to be. Look the handler of the actor type up in the source code.");

    [McpServerTool(Name = "akka_failures", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("Exceptions of actors by actor type, message type and exception: the text of the latest, the method "
        + "that threw it, how often, when, and a trace.")]
    public async Task<string> Failures([Description("An actor type; all without it.")] string? actorType = null) => new JsonText()
        .Rows("Failures", (await Ask("failures", ("actor", actorType)).ConfigureAwait(false)).GetProperty("rows"), Many)
        .Next("thrownIn names the method to read. akka_trace with a traceId shows the way to it, if traceKept is yes.");

    [McpServerTool(Name = "akka_lost", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("Messages that nobody handled: dead letters, unhandled, dropped by full mailboxes, late answers. Who "
        + "sent what to whom, why it was lost, how often, and the latest of each kind.")]
    public async Task<string> Lost()
    {
        var lost = await Ask("lost").ConfigureAwait(false);
        return new JsonText()
            .Rows("Lost, by type", lost.GetProperty("rows"), Many)
            .Rows("Latest of each kind", lost.GetProperty("latest"), Few)
            .Next("akka_trace with a traceId, if traceKept is yes. akka_actors with the receiver's parent shows whether it lives.");
    }

    [McpServerTool(Name = "akka_traces", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("Traces of the last minutes: the slowest, the latest or the latest that failed. A trace is what one "
        + "request or message has caused in all actors.")]
    public async Task<string> Traces(
        [Description("slowest, failed or latest")] string order = "slowest",
        [Description("An actor type that takes part in them.")] string? actorType = null,
        [Description("A message type that is in them.")] string? messageType = null)
    {
        var traces = await Ask("traces", ("order", order), ("actor", actorType), ("message", messageType)).ConfigureAwait(false);
        return new JsonText().Rows("Traces", traces.GetProperty("traces"), Many).Next("akka_trace with an id.");
    }

    [McpServerTool(Name = "akka_trace", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("One trace as a tree: each message with its actor, when it started, how long it waited in the mailbox "
        + "and worked, and its error; and the log lines in it.")]
    public async Task<string> Trace([Description("The id of the trace, from another tool.")] string id)
    {
        var trace = await Ask("trace", ("id", id)).ConfigureAwait(false);
        var text = new JsonText().Line(JsonText.Row(trace, "hops", "lines"));
        foreach (var hop in trace.GetProperty("hops").EnumerateArray())
        {
            text.Line($"{new string(' ', 2 * Math.Min(hop.GetProperty("depth").GetInt32(), 40))}- "
                + JsonText.Row(hop, "id", "parentId", "depth", "isMessage", "links", "attributes"));
        }

        return text.Rows("Log lines", trace.GetProperty("lines"), Few, "spanId")
            .Next("the hop with the longest wait or work is where the time goes. akka_explain says why a hop is or is not traced.");
    }

    [McpServerTool(Name = "akka_flows", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("Who sends which message to whom, by actor type, with the number of messages and failures.")]
    public async Task<string> Flows([Description("Seconds to look back, from 1 to 3600.")] int seconds = 300) => new JsonText()
        .Rows("Flows", (await Ask("flow", ("window", seconds.ToString(CultureInfo.InvariantCulture))).ConfigureAwait(false))
            .GetProperty("flows"), Many)
        .Next("akka_traces with an actor type shows examples.");

    [McpServerTool(Name = "akka_actors", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("The actor at a path and its children: type, state, waiting messages.")]
    public async Task<string> Actors(
        [Description("A path without address.")] string path = "/user",
        [Description("Only children whose name or type contains this.")] string? find = null)
    {
        var actors = await Ask("actors", ("path", path), ("find", find)).ConfigureAwait(false);
        return new JsonText()
            .Line(JsonText.Row(actors.GetProperty("self")))
            .Rows("Children", actors.GetProperty("actors"), Many)
            .Next("akka_actors with the path of a child; akka_explain with a path and a message type.");
    }

    [McpServerTool(Name = "akka_history", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("The course of the last hour: least, most and last of messages a second, waiting messages and times; of all actors or one type.")]
    public async Task<string> History([Description("An actor type; all without it.")] string? actorType = null)
    {
        var history = await Ask("history", ("type", actorType)).ConfigureAwait(false);
        return new JsonText()
            .Line($"Now: {JsonText.Row(history.GetProperty("now"))}")
            .Rows("Courses, the finest first", history.GetProperty("steps"), Few)
            .Next("akka_timeline says what was wrong when.");
    }

    [McpServerTool(Name = "akka_timeline", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("What was wrong from when to when in the last hour, and which settings were changed.")]
    public async Task<string> Timeline()
    {
        var timeline = await Ask("timeline").ConfigureAwait(false);
        return new JsonText()
            .Line($"The process started at {Text(timeline, "startedAt")}.")
            .Rows("Findings", timeline.GetProperty("findings"), Many)
            .Rows("Changes of settings", timeline.GetProperty("changes"), Few)
            .Next("akka_why explains those that go on.");
    }

    [McpServerTool(Name = "akka_explain", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("Whether messages of a type at an actor are traced, measured and timed, and which rule, attribute or setting decides that.")]
    public async Task<string> Explain(
        [Description("The actor's path without address.")] string path,
        [Description("Name of the message's type, with or without namespace.")] string messageType)
    {
        var explanation = await Ask("explain", ("path", path), ("type", messageType)).ConfigureAwait(false);
        return new JsonText()
            .Line(Text(explanation, "answer"))
            .Rows("Reasons", explanation.GetProperty("reasons"), Many)
            .Rows("Rules", explanation.GetProperty("rules"), Many)
            .Next("akka_settings shows all settings with their origin.");
    }

    [McpServerTool(Name = "akka_settings", ReadOnly = true, Idempotent = true, OpenWorld = false)]
    [Description("The settings of the instrumentation in force, where each comes from, the rules, and what was changed at run time.")]
    public async Task<string> Settings()
    {
        var settings = Read(await Page.SettingsToSee(requests.HttpContext!).ConfigureAwait(false));
        return new JsonText()
            .Rows("Changes at run time", settings.GetProperty("changes"), Few)
            .Rows("Rules", settings.GetProperty("rules"), Few)
            .Rows("Settings", settings.GetProperty("settings"), 200)
            .Next("people change settings on the page or in the configuration; these tools only read.");
    }

    private static string AfterStatus(JsonElement status) => status.GetProperty("troubles").GetArrayLength() > 0
        ? "akka_why."
        : "nothing is wrong now. akka_actor_types for figures, akka_traces for what is slow, akka_timeline for what was wrong before.";

    // The dashboard below whose address the server was called. At another address, the page's policy has not been checked.
    private DashboardEndpoints Page => requests.HttpContext?.GetEndpoint()?.Metadata.GetMetadata<DashboardEndpoints>()
        ?? throw new McpException("Akka's tools answer at the address of the dashboard only: app.MapAkkaDashboard().WithMcp().");

    private async Task<JsonElement> Ask(string view, params (string Name, string? Value)[] values) => Read(await Page.Ask(
        requests.HttpContext!, view, values.Length == 0 ? Nothing : values.ToDictionary(value => value.Name, value => value.Value))
        .ConfigureAwait(false));

    private static JsonElement Read(Answer answer)
    {
        using var document = JsonDocument.Parse(answer.Body);
        return answer.Status == StatusCodes.Status200OK
            ? document.RootElement.Clone()
            : throw new McpException(Text(document.RootElement, "problem"));
    }

    private static string Text(JsonElement element, string name) => element.GetProperty(name).GetString() ?? "";
}
