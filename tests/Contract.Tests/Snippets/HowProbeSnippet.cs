using AkkaInstrumentation;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace Shop;

internal static class HowProbeSnippet
{
    public static WebApplication Run(WebApplicationBuilder builder)
    {
        // snippet: how-probe
        builder.Services.AddHealthChecks().AddAkkaHealthCheck(
            options => options.UnhealthyMessageAge = TimeSpan.FromMinutes(1)); // thresholds; without this call the defaults apply

        var app = builder.Build();
        app.MapAkkaProbes(); // /livez and /readyz
        // end snippet
        return app;
    }
}
