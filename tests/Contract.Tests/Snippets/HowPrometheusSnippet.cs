using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry.Metrics;

namespace Shop;

internal static class HowPrometheusSnippet
{
    public static WebApplication Run(WebApplicationBuilder builder)
    {
        // snippet: how-prometheus
        builder.Services.AddOpenTelemetry()
            .WithMetrics(metrics => metrics.AddAkkaInstrumentation().AddPrometheusExporter());

        var app = builder.Build();
        app.MapPrometheusScrapingEndpoint(); // at /metrics
        // end snippet
        return app;
    }
}
