using Akka.Hosting;

namespace Shop;

internal static class OptionsSnippet
{
    public static void Run(AkkaConfigurationBuilder akka)
    {
        // snippet: options
        akka.WithInstrumentation(options =>
        {
            options.Tracing.Enabled = true;
            options.Metrics.Enabled = true;
            options.SystemActors = false;
        });
        // end snippet
    }
}
