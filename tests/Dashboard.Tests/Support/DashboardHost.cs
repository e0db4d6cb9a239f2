using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation.Tests;

/// <summary>An application with an actor system and a dashboard, on a port of this machine.</summary>
public sealed class DashboardHost : IAsyncDisposable
{
    private readonly WebApplication _app;

    private DashboardHost(WebApplication app, TestSystem system, KeptLines log)
    {
        _app = app;
        Log = log;
        System = system;
        Client = new HttpClient { BaseAddress = new Uri(app.Urls.Single() + "/akka/") };
    }

    public TestSystem System { get; }

    public HttpClient Client { get; }

    /// <summary>What the dashboard has logged.</summary>
    public KeptLines Log { get; }

    internal ObservationLease Lease => Endpoints.Lease;

    internal AnswerBudget Budget => Endpoints.Budget;

    internal MadeChanges Changes => Endpoints.Changes;

    private DashboardEndpoints Endpoints => _app.Services.GetServices<Microsoft.AspNetCore.Routing.EndpointDataSource>()
        .SelectMany(source => source.Endpoints)
        .Select(endpoint => endpoint.Metadata.GetMetadata<DashboardEndpoints>())
        .OfType<DashboardEndpoints>()
        .First();

    internal AkkaInstrumentationExtension Extension => AkkaInstrumentationExtension.For(System.System);

    /// <summary>An application that lets everybody see it and change settings.</summary>
    public static Task<DashboardHost> Open(
        string hocon = "", Action<IServiceCollection>? services = null, bool keepHistory = true, Akka.Actor.Setup.Setup? setup = null) => Start(
        dashboard => dashboard.AllowAnonymous(),
        hocon: hocon,
        setup: setup,
        services: all =>
        {
            all.AddAuthorizationBuilder().AddPolicy("everybody", policy => policy.RequireAssertion(_ => true));
            services?.Invoke(all);
        },
        options: options => (options.ChangePolicy, options.KeepHistory) = ("everybody", keepHistory));

    /// <summary>An application that believes whoever a request names.</summary>
    public static Task<DashboardHost> StartWithUsers(
        Action<IEndpointConventionBuilder> conventions,
        Action<AuthorizationBuilder>? policies = null,
        string environment = "Production",
        Action<AkkaDashboardOptions>? options = null) => Start(
        conventions,
        environment,
        services: services =>
        {
            services.AddAuthentication("header").AddScheme<AuthenticationSchemeOptions, HeaderAuthentication>("header", null);
            var authorization = services.AddAuthorizationBuilder();
            policies?.Invoke(authorization);
        },
        options: options);

    public static async Task<DashboardHost> Start(
        Action<IEndpointConventionBuilder>? conventions = null,
        string environment = "Production",
        string hocon = "",
        Action<IServiceCollection>? services = null,
        Action<WebApplication>? pipeline = null,
        Action<AkkaDashboardOptions>? options = null,
        string pattern = "/akka",
        Akka.Actor.Setup.Setup? setup = null)
    {
        var system = Systems.Instrumented(hocon, setup);
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = environment });
        var log = new KeptLines();
        builder.Logging.ClearProviders();
        builder.Logging.AddProvider(log.Provider);
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddSingleton<ActorSystem>(_ => system.System);
        services?.Invoke(builder.Services);
        var app = builder.Build();
        pipeline?.Invoke(app);
        var dashboard = app.MapAkkaDashboard(pattern, options);
        conventions?.Invoke(dashboard);
        await app.StartAsync();
        return new DashboardHost(app, system, log);
    }

    /// <summary>A logger of the application.</summary>
    public ILogger Logger(string category) => _app.Services.GetRequiredService<ILoggerFactory>().CreateLogger(category);

    /// <summary>The answer of the read API.</summary>
    public async Task<JsonElement> Get(string view)
    {
        using var response = await Client.GetAsync($"api/v1/{view}");
        return response.StatusCode == HttpStatusCode.InternalServerError
            ? throw new InvalidOperationException($"{view}: {string.Join('\n', Log.Exceptions)}")
            : await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonElement>();
    }

    /// <summary>The same, where an assertion is repeated.</summary>
    public JsonElement Now(string view) => Get(view).GetAwaiter().GetResult();

    /// <summary>A change as the page makes it.</summary>
    public async Task<HttpResponseMessage> Change(object change, Action<HttpRequestMessage>? alter = null)
    {
        var token = (await Get("settings")).GetProperty("token").GetString();
        using var request = new HttpRequestMessage(HttpMethod.Post, "api/v1/changes") { Content = JsonContent.Create(change) };
        await request.Content.LoadIntoBufferAsync();
        request.Headers.Add("X-Akka-Dashboard", token);
        request.Headers.Add("Sec-Fetch-Site", "same-origin");
        alter?.Invoke(request);
        return await Client.SendAsync(request);
    }

    /// <summary>Ends what the dashboard observes, as the start of the application's shutdown does, while requests are still answered.</summary>
    public void Stopping() => Lease.Dispose();

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _app.StopAsync();
        await _app.DisposeAsync();
        await System.DisposeAsync();
    }
}
