using AkkaInstrumentation;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace Shop;

internal static class DashboardSnippet
{
    public static WebApplication Run(WebApplicationBuilder builder)
    {
        // snippet: dashboard
        builder.Services.AddAuthorization(options => options.AddPolicy("operators", policy => policy.RequireRole("operator")));

        var app = builder.Build();
        app.MapAkkaDashboard("/akka", options => options.ChangePolicy = "operators").RequireAuthorization("operators");
        // end snippet
        return app;
    }
}
