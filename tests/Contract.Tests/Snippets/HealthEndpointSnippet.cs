using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.AspNetCore.Http;

namespace Shop;

internal static class HealthEndpointSnippet
{
    public static void Run(WebApplication app)
    {
        // snippet: health-endpoint
        app.MapHealthChecks("/health", new HealthCheckOptions
        {
            ResponseWriter = (context, report) => context.Response.WriteAsJsonAsync(report.Entries.Select(
                entry => new { entry.Key, Status = $"{entry.Value.Status}", entry.Value.Description, entry.Value.Data })),
        });
        // end snippet
    }
}
