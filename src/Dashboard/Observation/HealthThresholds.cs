using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Reads the health of the actor system with the thresholds of the application's health check. It does not run the check itself, because the host logs
/// every check that is not healthy. Any thread.
/// </summary>
internal sealed class HealthThresholds(IServiceProvider services)
{
    private static readonly AkkaHealthCheckOptions Default = new();

    /// <summary>The worst verdict, if several checks are registered; that of the default thresholds, if none is.</summary>
    public (string? Check, SystemHealth Health, HealthLevel Level, SystemFindings Found) Read(AkkaInstrumentationExtension system, long now)
    {
        var worst = services.GetServices<RegisteredHealthCheck>()
            .Select(check =>
            {
                var (health, found) = Of(system, services.GetRequiredService<IOptionsMonitor<AkkaHealthCheckOptions>>().Get(check.Name), now);
                return ((string?)check.Name, Health: health, Level: health.Level == HealthLevel.Unhealthy ? check.Failure : health.Level, Found: found);
            })
            .OrderBy(verdict => verdict.Level)
            .Take(1)
            .ToList();
        if (worst.Count > 0)
        {
            return worst[0];
        }

        var (byDefault, foundByDefault) = Of(system, Default, now);
        return (null, byDefault, byDefault.Level, foundByDefault);
    }

    private static (SystemHealth Health, SystemFindings Found) Of(AkkaInstrumentationExtension system, AkkaHealthCheckOptions options, long now)
    {
        var found = SystemFindings.Read(system, options, now);
        return (SystemHealth.Of(found, options), found);
    }
}
