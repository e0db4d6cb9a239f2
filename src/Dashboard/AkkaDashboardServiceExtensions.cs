using AkkaInstrumentation;
using Microsoft.Extensions.Hosting;

// The services' namespace, so that code that configures a host finds the method.
namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Serves the dashboard from a host without a web server, such as a worker.</summary>
public static class AkkaDashboardServiceExtensions
{
    /// <summary>
    /// Serves the dashboard of the host's actor system at <c>http://localhost:{port}/akka</c>, by a small web server of its own. In every environment
    /// it listens on this machine's loopback addresses only. It answers only requests that come from this machine, are addressed to a name like
    /// <c>localhost</c> and were not forwarded by a proxy. In Kubernetes, <c>kubectl port-forward</c> reaches it. Settings can be changed on it in
    /// the environment <c>Development</c> only.
    /// <para>
    /// The server starts after all services of the host have started, and stops with them. If the port is taken, the log says so and the host goes
    /// on without a page. To show the page to others, with a policy, use a web application and <see cref="AkkaDashboardExtensions"/>.
    /// </para>
    /// </summary>
    /// <param name="services">The host's services.</param>
    /// <param name="port">The port, from 1 to 65535.</param>
    /// <param name="configure">Sets the options; called once. A change policy is not allowed, because the server knows no users.</param>
    /// <returns>The services.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="port"/> is no port.</exception>
    public static IServiceCollection AddAkkaDashboard(this IServiceCollection services, int port, Action<AkkaDashboardOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentOutOfRangeException.ThrowIfLessThan(port, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(port, 65_535);
        return services.AddSingleton<IHostedService>(host => new LoopbackPage(host, port, configure));
    }
}
