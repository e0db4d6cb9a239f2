using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace AkkaInstrumentation.Tests;

/// <summary>What a server would answer that is in another state than the shop: given by the browser in place of the network.</summary>
public sealed partial class BrowserPage
{
    // A request that is held is answered when the staging ends.
    private readonly ConcurrentQueue<string> _held = new();
    private readonly ConcurrentQueue<string> _asked = new();
    private volatile Func<StagedRequest, Task<StagedAnswer?>>? _staged;
    private HttpClient? _network;

    /// <summary>For <see cref="Replace"/>: what a busy machine has wrong, whatever is staged, is no card on the page.</summary>
    public static (string View, string Parts) NoCauses { get; } = ("diagnosis", """{ "summary": "", "causes": [], "unchecked": [] }""");

    /// <summary>The questions since the staging began, the first first.</summary>
    public IReadOnlyList<string> Asked => [.. _asked];

    /// <summary>From now on the answers of the read API are these; null leaves the real one.</summary>
    public Task Stage(Func<StagedRequest, StagedAnswer?> answer) => StageLater(request => Task.FromResult(answer(request)));

    /// <summary>From now on some answers are the real ones with some parts replaced.</summary>
    public Task Replace(params (string View, string Parts)[] parts) => StageLater(async request =>
    {
        if (Array.Find(parts, part => part.View == request.View).Parts is not { } wanted)
        {
            return null;
        }

        var answer = await request.Real();
        foreach (var (key, value) in JsonNode.Parse(wanted)!.AsObject())
        {
            answer[key] = answer[key] is JsonObject old && value is JsonObject some ? Merged(old, some) : value?.DeepClone();
        }

        return StagedAnswer.Json(answer.ToJsonString());
    });

    /// <summary>The real answers again, also to what was held.</summary>
    public async Task Unstage()
    {
        _staged = null;
        while (_held.TryDequeue(out var requestId))
        {
            await Send("Fetch.continueRequest", new { requestId });
        }
    }

    private static JsonObject Merged(JsonObject old, JsonObject some)
    {
        foreach (var (key, value) in some)
        {
            old[key] = value?.DeepClone();
        }

        return (JsonObject)old.DeepClone();
    }

    private async Task StageLater(Func<StagedRequest, Task<StagedAnswer?>> answer)
    {
        _asked.Clear();
        _staged = answer;
        if (_network is null)
        {
            _network = new HttpClient();
            _tools.Handle(_session, "Fetch.requestPaused", paused => _ = Answer(paused));
            await Send("Fetch.enable", new { patterns = new[] { new { urlPattern = "*/api/v1/*" } } });
        }
    }

    private async Task Answer(JsonElement paused)
    {
        var requestId = paused.GetProperty("requestId").GetString()!;
        var request = new StagedRequest(new Uri(paused.GetProperty("request").GetProperty("url").GetString()!), paused.GetProperty("request"), _network!);
        _asked.Enqueue(request.View);
        var answer = _staged is { } staged ? await staged(request) : null;
        if (answer is null)
        {
            await Send("Fetch.continueRequest", new { requestId });
        }
        else if (answer == StagedAnswer.Never)
        {
            _held.Enqueue(requestId);
        }
        else
        {
            await Send("Fetch.fulfillRequest", new
            {
                requestId,
                responseCode = answer.Status,
                responseHeaders = answer.Headers.Select(header => new { name = header.Name, value = header.Value }),
                body = Convert.ToBase64String(Encoding.UTF8.GetBytes(answer.Body)),
            });
        }
    }
}

/// <summary>A question of the page.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Request">As the browser describes it.</param>
/// <param name="Network">To ask the real server.</param>
public sealed record StagedRequest(Uri Address, JsonElement Request, HttpClient Network)
{
    /// <summary>What it asks for: <c>status</c>.</summary>
    public string View => Address.Segments[^1];

    public string Header(string name) => Request.GetProperty("headers").EnumerateObject()
        .FirstOrDefault(header => header.Name.Equals(name, StringComparison.OrdinalIgnoreCase)).Value is { ValueKind: JsonValueKind.String } value
            ? value.GetString()! : "";

    /// <summary>What the server answers.</summary>
    public async Task<JsonNode> Real() => JsonNode.Parse(await Network.GetStringAsync(Address))!;
}

/// <summary>An answer in place of the server's.</summary>
public sealed record StagedAnswer(int Status, string Body, params (string Name, string Value)[] Headers)
{
    /// <summary>An answer that does not come.</summary>
    public static StagedAnswer Never { get; } = new(0, "");

    public static StagedAnswer Json(string body, int status = (int)HttpStatusCode.OK, params (string Name, string Value)[] headers) =>
        new(status, body, [("content-type", "application/json"), .. headers]);
}
