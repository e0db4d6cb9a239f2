using System.Net;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation.Tests;

/// <summary>What an orchestrator is told.</summary>
public sealed class ProbesSpec
{
    [Fact]
    public async Task A_healthy_application_is_live_and_ready()
    {
        await using var app = await Start();
        Assert.Equal((HttpStatusCode.OK, "OK"), await app.Ask("/livez"));
        Assert.Equal((HttpStatusCode.OK, "OK"), await app.Ask("/readyz"));
    }

    /// <summary>A restart would lose the messages; another node would get the same load.</summary>
    [Fact]
    public async Task A_degraded_one_stays_live_and_ready()
    {
        await using var app = await Start(services => services.AddSingleton(new RegisteredHealthCheck("akka", HealthLevel.Degraded)));
        await app.Trouble();
        Assert.Equal((HttpStatusCode.OK, "OK"), await app.Ask("/livez"));
        Assert.Equal((HttpStatusCode.OK, "OK"), await app.Ask("/readyz"));
    }

    [Fact]
    public async Task An_unhealthy_one_is_live_but_not_ready()
    {
        await using var app = await Start();
        await app.Trouble();
        await Eventually.True(async () => await app.Ask("/readyz") == (HttpStatusCode.ServiceUnavailable, "The actor system is unhealthy."));
        Assert.Equal((HttpStatusCode.OK, "OK"), await app.Ask("/livez"));
    }

    [Fact]
    public async Task An_application_whose_actor_system_has_ended_is_neither()
    {
        await using var app = await Start();
        await app.System.System.Terminate();
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "The actor system has ended."), await app.Ask("/livez"));
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "The actor system has ended."), await app.Ask("/readyz"));
    }

    [Fact]
    public async Task While_the_actor_system_shuts_down_the_application_is_live_but_not_ready()
    {
        await using var app = await Start();
        var held = new TaskCompletionSource<Akka.Done>();
        var shutdown = CoordinatedShutdown.Get(app.System.System);
        shutdown.AddTask(CoordinatedShutdown.PhaseBeforeServiceUnbind, "held", () => held.Task);
        var ended = shutdown.Run(CoordinatedShutdown.UnknownReason.Instance);
        Assert.Equal((HttpStatusCode.OK, "OK"), await app.Ask("/livez"));
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "The application is stopping."), await app.Ask("/readyz"));
        held.SetResult(Akka.Done.Instance);
        await ended;
    }

    [Theory]
    [InlineData("live", "/livez", "/readyz")]
    [InlineData("ready", "/readyz", "/livez")]
    public async Task An_unhealthy_check_fails_the_probe_of_its_tag_and_a_degraded_one_none(string tag, string failed, string other)
    {
        await using var app = await Start(services => services.AddHealthChecks()
            .AddCheck("store", () => HealthCheckResult.Unhealthy("secret"), [tag])
            .AddCheck("slow", () => HealthCheckResult.Degraded(), ["live", "ready"])
            .AddCheck("akka", () => HealthCheckResult.Unhealthy(), ["akka"]));
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "A health check is unhealthy."), await app.Ask(failed));
        Assert.Equal((HttpStatusCode.OK, "OK"), await app.Ask(other));
    }

    /// <summary>An orchestrator has no user: 401 would restart the process for ever.</summary>
    [Fact]
    public async Task A_fallback_policy_does_not_hide_them()
    {
        await using var app = await Start(services =>
        {
            services.AddAuthentication("header")
                .AddScheme<Microsoft.AspNetCore.Authentication.AuthenticationSchemeOptions, HeaderAuthentication>("header", null);
            services.AddAuthorizationBuilder().SetFallbackPolicy(new AuthorizationPolicyBuilder().RequireAuthenticatedUser().Build());
        });
        Assert.Equal(HttpStatusCode.OK, (await app.Ask("/livez")).Status);
        Assert.Equal(HttpStatusCode.OK, (await app.Ask("/readyz")).Status);
    }

    private static async Task<ProbedApp> Start(Action<IServiceCollection>? services = null)
    {
        var system = Systems.Instrumented();
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddSingleton<ActorSystem>(_ => system.System);
        services?.Invoke(builder.Services);
        var app = builder.Build();
        app.MapAkkaProbes();
        await app.StartAsync();
        return new ProbedApp(app, system);
    }

    private sealed class ProbedApp(WebApplication app, TestSystem system) : IAsyncDisposable
    {
        private readonly HttpClient _client = new() { BaseAddress = new Uri(app.Urls.Single()) };

        public TestSystem System { get; } = system;

        public async Task<(HttpStatusCode Status, string Text)> Ask(string path)
        {
            using var response = await _client.GetAsync(path);
            return (response.StatusCode, await response.Content.ReadAsStringAsync());
        }

        /// <summary>An actor restarts so often that the default thresholds call it unhealthy.</summary>
        public async Task Trouble()
        {
            var actor = System.System.ActorOf(Handler.Props((_, _) => throw new InvalidOperationException("restart")), "restarting");
            for (var i = 0; i < 12; i++)
            {
                actor.Tell("fail", ActorRefs.NoSender);
            }

            await Eventually.True(() => HealthThresholds.ReadByDefault(
                AkkaInstrumentationExtension.For(System.System), Stopwatch.GetTimestamp()).Level == HealthLevel.Unhealthy);
        }

        public async ValueTask DisposeAsync()
        {
            _client.Dispose();
            await app.StopAsync();
            await app.DisposeAsync();
            await System.DisposeAsync();
        }
    }
}
