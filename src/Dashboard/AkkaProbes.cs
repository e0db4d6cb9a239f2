using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace AkkaInstrumentation;

/// <summary>Adds the probes for an orchestrator such as Kubernetes.</summary>
public static class AkkaProbes
{
    /// <summary>Health checks with this tag are part of the liveness probe. Akka.Hosting's own health checks do not have it.</summary>
    public const string LiveTag = "live";

    /// <summary>Health checks with this tag are part of the readiness probe. Akka.Hosting's own health checks do not have it.</summary>
    public const string ReadyTag = "ready";

    /// <summary>
    /// Maps a liveness and a readiness probe of the application's actor system. Both answer 200 or 503 with one fixed sentence. They do not need
    /// <c>AddHealthChecks()</c>, and they answer anonymous requests even if the application has a fallback policy.
    /// <para>
    /// Liveness fails only when the actor system has ended while the application goes on. In every other case a restart would do more harm, because
    /// it loses all waiting messages.
    /// </para>
    /// <para>
    /// Readiness fails while there is no actor system, while the application stops, while the node is not up in its cluster (known with
    /// <c>AkkaInstrumentation.Cluster</c>), and while the health is unhealthy, by the thresholds of <c>AddAkkaHealthCheck(...)</c> where the
    /// application calls it. A degraded node is ready: removing it would move its load to nodes that probably have the same trouble.
    /// </para>
    /// Health checks of the application with the tags <c>live</c> and <c>ready</c> fail the probe, too, if they are unhealthy.
    /// </summary>
    /// <param name="endpoints">The application.</param>
    /// <param name="live">Path of the liveness probe. Default: <c>/livez</c>.</param>
    /// <param name="ready">Path of the readiness probe. Default: <c>/readyz</c>.</param>
    /// <returns>A builder for conventions of both, such as <c>RequireHost("*:8081")</c>.</returns>
    public static IEndpointConventionBuilder MapAkkaProbes(
        this IEndpointRouteBuilder endpoints,
        [StringSyntax("Route")] string live = "/livez",
        [StringSyntax("Route")] string ready = "/readyz")
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        ArgumentNullException.ThrowIfNull(live);
        ArgumentNullException.ThrowIfNull(ready);
        var probes = new Probes(endpoints.ServiceProvider);
        var group = endpoints.MapGroup("").AllowAnonymous();
        group.MapGet(live, (RequestDelegate)probes.Live);
        group.MapGet(ready, (RequestDelegate)probes.Ready);
        return group;
    }
}
