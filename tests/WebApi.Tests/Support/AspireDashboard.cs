using System.Net.Http.Json;
using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Aspire's dashboard, alone, as a process of its own. It comes from the package <c>Aspire.Dashboard.Sdk.linux-x64</c>, which
/// <c>dotnet restore tests/WebApi.Tests -p:AspireDashboard=true</c> loads.
/// </summary>
public sealed class AspireDashboard : IDisposable
{
    private readonly Process _process;
    private readonly HttpClient _client;

    private AspireDashboard(Process process, Uri address, Uri collector)
    {
        _process = process;
        (Address, Collector) = (address, collector);
        _client = new HttpClient { BaseAddress = address };
    }

    /// <summary>The program; null where the package is not restored.</summary>
    public static string? Executable { get; } = Find();

    public Uri Address { get; }

    /// <summary>Where it takes OTLP, by gRPC.</summary>
    public Uri Collector { get; }

    public static async Task<AspireDashboard> Start()
    {
        var (address, collector) = (Free(), Free());
        var start = new ProcessStartInfo(Executable!) { RedirectStandardOutput = true, WorkingDirectory = Path.GetDirectoryName(Executable)! };
        start.Environment["DOTNET_DASHBOARD_UNSECURED_ALLOW_ANONYMOUS"] = "true";
        start.Environment["DASHBOARD__API__ENABLED"] = "true";
        start.Environment["DASHBOARD__API__AUTHMODE"] = "Unsecured";
        start.Environment["ASPNETCORE_URLS"] = address.ToString();
        start.Environment["DOTNET_DASHBOARD_OTLP_ENDPOINT_URL"] = collector.ToString();
        var dashboard = new AspireDashboard(Process.Start(start)!, address, collector);
        _ = dashboard._process.StandardOutput.ReadToEndAsync();
        try
        {
            await Eventually.True(dashboard.Answers, TimeSpan.FromMinutes(1));
            return dashboard;
        }
        catch
        {
            dashboard.Dispose();
            throw;
        }
    }

    /// <summary>The services that have sent metrics, logs and spans.</summary>
    public async Task<IReadOnlyList<Resource>> Resources() => (await _client.GetFromJsonAsync<Resource[]>("api/telemetry/resources"))!;

    public async Task<IReadOnlyList<Hop>> Spans(string query = "")
    {
        using var answer = await Ask($"api/telemetry/traces?limit=1000&{query}");
        return
        [
            .. from resource in answer.RootElement.GetProperty("data").GetProperty("resourceSpans").EnumerateArray()
            from scope in resource.GetProperty("scopeSpans").EnumerateArray()
            from span in scope.GetProperty("spans").EnumerateArray()
            select new Hop(ServiceOf(resource), Text(span, "traceId"), Text(span, "spanId"), Text(span, "name"),
                span.TryGetProperty("status", out var status) ? Text(status, "message") : ""),
        ];
    }

    public async Task<IReadOnlyList<Line>> Logs()
    {
        using var answer = await Ask("api/telemetry/logs?limit=1000");
        return
        [
            .. from resource in answer.RootElement.GetProperty("data").GetProperty("resourceLogs").EnumerateArray()
            from scope in resource.GetProperty("scopeLogs").EnumerateArray()
            from line in scope.GetProperty("logRecords").EnumerateArray()
            select new Line(Text(line, "traceId"), Text(line, "spanId"), Text(line.GetProperty("body"), "stringValue")),
        ];
    }

    public void Dispose()
    {
        _client.Dispose();
        _process.Kill();
        _process.Dispose();
    }

    private static Uri Free() => new($"http://127.0.0.1:{FreePort.Find()}");

    private static string Text(JsonElement element, string name) => element.TryGetProperty(name, out var value) ? value.GetString()! : "";

    private static string ServiceOf(JsonElement resource) => resource.GetProperty("resource").GetProperty("attributes").EnumerateArray()
        .Single(attribute => Text(attribute, "key") == "service.name").GetProperty("value").GetProperty("stringValue").GetString()!;

    private static string? Find()
    {
        var cache = Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { Length: > 0 } set
            ? set
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        var package = Path.Combine(cache, "aspire.dashboard.sdk.linux-x64");
        return OperatingSystem.IsLinux() && Directory.Exists(package)
            ? Directory.GetDirectories(package).Order(StringComparer.Ordinal)
                .Select(version => Path.Combine(version, "tools", "Aspire.Dashboard")).LastOrDefault(File.Exists)
            : null;
    }

    private async Task<JsonDocument> Ask(string path) => (await _client.GetFromJsonAsync<JsonDocument>(path))!;

    private async Task<bool> Answers()
    {
        try
        {
            await Resources();
            return true;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    public sealed record Resource(string Name, bool HasLogs, bool HasTraces, bool HasMetrics);

    public sealed record Hop(string Service, string Trace, string Span, string Name, string Error);

    public sealed record Line(string Trace, string Span, string Text);
}

/// <summary>A test that needs Aspire's dashboard.</summary>
public sealed class AspireFactAttribute() : FactIfAttribute(
    AspireDashboard.Executable is not null, "no Aspire.Dashboard.Sdk.linux-x64 found: dotnet restore tests/WebApi.Tests -p:AspireDashboard=true");
