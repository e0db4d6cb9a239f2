using AkkaInstrumentation;
using Microsoft.Extensions.DependencyInjection;

namespace Shop;

internal static class RunTimeSnippet
{
    public static void Run(IServiceProvider services)
    {
        // snippet: run-time
        var control = services.GetRequiredService<AkkaInstrumentationControl>();
        control.SamplingRatio = 0.01;
        control.Change(o => o.Tracing.Sampling.Budget = 100); // any option, or HOCON:
        control.Change("rules.carts { path = \"/user/carts/**\", trace = never }");
        control.TraceFully("/user/orders", TimeSpan.FromMinutes(5));
        // end snippet
    }
}
