using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace AkkaInstrumentation;

/// <summary>Adds a page to an ASP.NET Core application that shows what its actors do.</summary>
public static class AkkaDashboardExtensions
{
    /// <summary>
    /// Maps the dashboard of the application's actor system, which is the <see cref="Akka.Actor.ActorSystem"/> in its services (Akka.Hosting puts it
    /// there). It keeps a history of the last hour in at most 9 MB: it reads the metrics every five seconds, as one more OpenTelemetry reader does. While
    /// a page is open it reads them once a second, and takes at most 20 traces a second.
    /// <para>
    /// Outside of the environment <c>Development</c> it answers 404 until you add an authorization rule: call <c>RequireAuthorization(...)</c> or
    /// <c>AllowAnonymous()</c> on what is returned. One line in the log reports it at the start. Whoever may see the page may also change the
    /// share of traces, and each change is logged.
    /// </para>
    /// </summary>
    /// <param name="endpoints">The application, or a group of its routes.</param>
    /// <param name="pattern">The page's path. Default: <c>/akka</c>.</param>
    /// <param name="keepHistory">
    /// Whether the history goes on while no page is open. If you set it to false, the dashboard costs nothing until someone opens it, and shows what
    /// has happened since then. The status line knows growing mailboxes, restarts and failures in both cases. Default: true.
    /// </param>
    /// <returns>For policies and other conventions of the page and of all that belongs to it.</returns>
    public static IEndpointConventionBuilder MapAkkaDashboard(
        this IEndpointRouteBuilder endpoints, [StringSyntax("Route")] string pattern = "/akka", bool keepHistory = true)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        ArgumentNullException.ThrowIfNull(pattern);
        var group = endpoints.MapGroup(pattern);
        new DashboardEndpoints(endpoints.ServiceProvider, pattern, keepHistory).Map(group);
        return group;
    }
}
