using AkkaInstrumentation;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace Shop;

internal static class HowRightsSnippet
{
    public static WebApplication Run(WebApplicationBuilder builder)
    {
        // snippet: how-rights
        builder.Services.AddAuthorizationBuilder()
            .AddPolicy("akka-view", policy => policy.RequireRole("developer", "operator"))
            .AddPolicy("akka-change", policy => policy.RequireRole("operator"));

        var app = builder.Build();
        app.MapAkkaDashboard("/akka", options => options.ChangePolicy = "akka-change").RequireAuthorization("akka-view");
        // end snippet
        return app;
    }
}
