using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Shop;

internal static class HowProbeSnippet
{
    public static WebApplication Run(WebApplicationBuilder builder)
    {
        // snippet: how-probe
        builder.Services.AddHealthChecks().AddAkkaHealthCheck(
            options => options.UnhealthyMessageAge = TimeSpan.FromMinutes(1), tags: ["ready"]);

        var app = builder.Build();
        app.MapHealthChecks("/live", new HealthCheckOptions { Predicate = _ => false }); // 200 as long as the process answers
        app.MapHealthChecks("/ready", new HealthCheckOptions
        {
            Predicate = check => check.Tags.Contains("ready"),
            ResultStatusCodes =
            {
                [HealthStatus.Healthy] = StatusCodes.Status200OK,
                [HealthStatus.Degraded] = StatusCodes.Status200OK, // 503 would take the node out of the load balancer
                [HealthStatus.Unhealthy] = StatusCodes.Status503ServiceUnavailable,
            },
        });
        // end snippet
        return app;
    }
}
