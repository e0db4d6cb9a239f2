using AkkaInstrumentation;
using Microsoft.AspNetCore.Builder;

namespace Shop;

internal static class AgentToolsSnippet
{
    public static WebApplication Run(WebApplicationBuilder builder)
    {
        // snippet: agent-tools
        builder.Services.AddAkkaMcp();

        var app = builder.Build();
        app.MapAkkaDashboard("/akka").WithMcp(); // http://localhost:5000/akka/mcp
        // end snippet
        return app;
    }
}
