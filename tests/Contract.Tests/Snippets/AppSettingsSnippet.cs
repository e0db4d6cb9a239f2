using Akka.Hosting;

namespace Shop;

internal static class AppSettingsSnippet
{
    public static void Run(Microsoft.Extensions.Hosting.HostApplicationBuilder builder)
    {
        // snippet: appsettings
        builder.Services.AddAkka("shop", (akka, services) => akka
            .WithInstrumentation(services));
        // end snippet
    }
}
