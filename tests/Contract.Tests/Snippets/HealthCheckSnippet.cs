using Microsoft.Extensions.DependencyInjection;

namespace Shop;

internal static class HealthCheckSnippet
{
    public static void Run(Microsoft.Extensions.Hosting.HostApplicationBuilder builder)
    {
        // snippet: health-check
        builder.Services.AddHealthChecks().AddAkkaHealthCheck(
            options => options.DegradedMessageAge = TimeSpan.FromSeconds(10), tags: ["ready"]);
        // end snippet
    }
}
