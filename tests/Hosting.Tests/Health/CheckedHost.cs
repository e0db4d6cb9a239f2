using Microsoft.Extensions.Options;

namespace AkkaInstrumentation.Tests.Health;

/// <summary>The services of a host with an actor system and its health check.</summary>
internal static class CheckedHost
{
    public static ServiceProvider Of(ActorSystem? system, Action<AkkaHealthCheckOptions>? configure = null, Action<IServiceCollection>? more = null)
    {
        var services = new ServiceCollection();
        services.AddLogging();
        if (system is not null)
        {
            services.AddSingleton(system);
        }

        services.AddHealthChecks().AddAkkaHealthCheck(configure);
        more?.Invoke(services);
        return services.BuildServiceProvider();
    }

    /// <summary>As the platform asks.</summary>
    public static HealthReportEntry Ask(this ServiceProvider services) =>
        services.GetRequiredService<HealthCheckService>().CheckHealthAsync().GetAwaiter().GetResult().Entries["akka"];

    /// <summary>At a time that the test sets.</summary>
    public static HealthCheckResult AskAt(this ServiceProvider services, PlayedClock clock, HealthStatus failureStatus = HealthStatus.Unhealthy)
    {
        var check = new AkkaHealthCheck(services, services.GetRequiredService<IOptionsMonitor<AkkaHealthCheckOptions>>(), clock);
        var context = new HealthCheckContext { Registration = new("akka", check, failureStatus, tags: null) };
        return check.CheckHealthAsync(context).GetAwaiter().GetResult();
    }
}
