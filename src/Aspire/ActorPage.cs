using System.Net.Http.Headers;
using System.Text.Json;
using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace AkkaInstrumentation;

/// <summary>The page of a resource's actors, as the AppHost asks it. Any thread.</summary>
internal sealed class ActorPage(IResourceWithEndpoints resource, string path, string? endpointName) : IHealthCheck
{
    public const string PathArgument = "path";
    public const string AllActors = "/user/**";

    private const int MaxTroubles = 3;
    private const int MaxBytes = 8 << 20;

    // One for all pages of the AppHost. It follows no redirect: a page that sends away is not this one.
    private static readonly HttpClient Client = new(new SocketsHttpHandler { AllowAutoRedirect = false })
    {
        Timeout = TimeSpan.FromSeconds(10),
        MaxResponseContentBufferSize = MaxBytes,
    };

    /// <summary>The endpoint that serves it; null while the resource has none.</summary>
    public EndpointReference? Endpoint => endpointName is not null
        ? resource.GetEndpoint(endpointName)
        : resource.GetEndpoints().FirstOrDefault(static endpoint => endpoint.EndpointName == "https")
            ?? resource.GetEndpoints().FirstOrDefault(static endpoint => endpoint.EndpointName == "http");

    /// <summary>Its address; null until the endpoint has one.</summary>
    public Uri? Address =>
        Endpoint is { Exists: true, IsAllocated: true } endpoint ? new Uri($"{endpoint.Url.TrimEnd('/')}/{path.Trim('/')}/") : null;

    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        if (Address is not { } address)
        {
            return HealthCheckResult.Unhealthy("The resource has no address yet.");
        }

        try
        {
            using var answer = await Ask(new(address, "api/v1/status"), cancellationToken).ConfigureAwait(false);
            return Verdict(answer.RootElement);
        }
        catch (Exception e) when (e is HttpRequestException or JsonException or OperationCanceledException)
        {
            return HealthCheckResult.Unhealthy($"The page of the actors at {address} does not answer: {e.Message}");
        }
    }

    /// <summary>The command: reads the page's token, as the page itself does, and asks for the change.</summary>
    public Task<ExecuteCommandResult> TraceFully(ExecuteCommandContext context) => Command(context, async address =>
    {
        using var settings = await Ask(new(address, "api/v1/settings"), context.CancellationToken).ConfigureAwait(false);
        var actors = context.Arguments.TryGetByName(PathArgument, out var argument) && argument.Value is { Length: > 0 } given
            ? given : AllActors;
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(address, "api/v1/changes"))
        {
            Content = new ByteArrayContent(ChangeTo(actors)) { Headers = { ContentType = new MediaTypeHeaderValue("application/json") } },
        };
        request.Headers.Add("X-Akka-Dashboard", settings.RootElement.GetProperty("token").GetString());
        request.Headers.Add("Origin", address.GetLeftPart(UriPartial.Authority));
        using var response = await Client.SendAsync(request, context.CancellationToken).ConfigureAwait(false);
        using var answer = await Read(response, context.CancellationToken).ConfigureAwait(false);
        return answer.RootElement.TryGetProperty("changes", out var changes)
            ? CommandResults.Success(string.Join('\n', changes.EnumerateArray().Select(static change => change.GetString())))
            : CommandResults.Failure(answer.RootElement.GetProperty("problem").GetString());
    });

    /// <summary>The command: all that the page knows now, as Markdown, which Aspire shows in a dialog.</summary>
    public Task<ExecuteCommandResult> Incident(ExecuteCommandContext context) => Command(context, async address =>
    {
        var incident = await Client.GetStringAsync(new Uri(address, "api/v1/incident?format=markdown"), context.CancellationToken)
            .ConfigureAwait(false);
        return CommandResults.Success("All that is known of the actors now.", incident, CommandResultFormat.Markdown, displayImmediately: true);
    });

    // Whatever answers in the page's place, a command ends with a sentence.
    private async Task<ExecuteCommandResult> Command(ExecuteCommandContext context, Func<Uri, Task<ExecuteCommandResult>> ask)
    {
        if (Address is not { } address)
        {
            return CommandResults.Failure("The resource has no address yet.");
        }

        try
        {
            return await ask(address).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (context.CancellationToken.IsCancellationRequested)
        {
            return CommandResults.Canceled();
        }
        catch (Exception e) when (e is HttpRequestException or JsonException or OperationCanceledException)
        {
            return CommandResults.Failure($"The page of the actors at {address} does not answer: {e.Message}");
        }
    }

    private static HealthCheckResult Verdict(JsonElement status)
    {
        var text = string.Join("; ", status.GetProperty("troubles").EnumerateArray().Take(MaxTroubles)
            .Select(static trouble => $"{trouble.GetProperty("subject").GetString()}: {trouble.GetProperty("description").GetString()}"));
        var more = status.GetProperty("count").GetInt32() - MaxTroubles;
        text = more > 0 ? $"{text}; and {more} more" : text;
        return status.GetProperty("health").GetString() switch
        {
            "healthy" => HealthCheckResult.Healthy(),
            "degraded" => HealthCheckResult.Degraded(text),
            _ => HealthCheckResult.Unhealthy(text),
        };
    }

    private static async Task<JsonDocument> Ask(Uri address, CancellationToken cancellationToken)
    {
        using var response = await Client.GetAsync(address, cancellationToken).ConfigureAwait(false);
        return response.IsSuccessStatusCode
            ? await Read(response, cancellationToken).ConfigureAwait(false)
            : throw new HttpRequestException($"status {(int)response.StatusCode}");
    }

    private static async Task<JsonDocument> Read(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        using var content = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        return await JsonDocument.ParseAsync(content, default, cancellationToken).ConfigureAwait(false);
    }

    private static byte[] ChangeTo(string actors)
    {
        using var text = new MemoryStream();
        using (var json = new Utf8JsonWriter(text))
        {
            json.WriteStartObject();
            json.WriteString("traceFully", actors);
            json.WriteEndObject();
        }

        return text.ToArray();
    }
}
