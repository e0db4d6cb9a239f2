using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace AkkaInstrumentation;

/// <summary>Maps the page behind the application's own routes, but only in Development. Elsewhere the page needs a policy, and a policy takes a line
/// of code.</summary>
internal sealed class DashboardFilter : IStartupFilter
{
    public static void AddTo(IServiceCollection services) => services.AddRouting().AddTransient<IStartupFilter, DashboardFilter>();

    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        next(app);
        app.UseRouting();
        app.UseEndpoints(static endpoints => endpoints.MapAkkaDashboard());
    };
}
