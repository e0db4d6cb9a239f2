using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace AkkaInstrumentation;

/// <summary>Adds a page to an ASP.NET Core application that shows what its actors do.</summary>
public static class AkkaDashboardExtensions
{
    // The paths of an application that have a dashboard.
    private static readonly ConditionalWeakTable<IEndpointRouteBuilder, HashSet<string>> Mapped = new();

    /// <summary>
    /// Maps the dashboard of the application's actor system, which is the <see cref="Akka.Actor.ActorSystem"/> in its services (Akka.Hosting puts
    /// it there). It keeps a history of the last hour in at most 9 MB: it reads the metrics every five seconds, as one more OpenTelemetry reader
    /// does. While a page is open it reads them once a second, and takes at most 20 traces a second.
    /// <para>
    /// Outside of the environment <c>Development</c> it answers 404 until you add an authorization rule: call <c>RequireAuthorization(...)</c> or
    /// <c>AllowAnonymous()</c> on the returned builder. In Development without such a rule, it answers requests to <c>localhost</c> only. One line in
    /// the log reports the address at the start. Changes of settings need another policy, <see cref="AkkaDashboardOptions.ChangePolicy"/>. Each
    /// change is logged.
    /// </para>
    /// </summary>
    /// <param name="endpoints">The application, or a group of its routes.</param>
    /// <param name="pattern">The page's path. Default: <c>/akka</c>.</param>
    /// <param name="configure">Sets the options; called once. Default: null, for the default of each.</param>
    /// <returns>A builder for policies and other conventions, which apply to the page, its files and the read API.</returns>
    /// <exception cref="InvalidOperationException">
    /// The path has a dashboard already, or the options name a policy and the application does not call <c>AddAuthorization(...)</c>.
    /// </exception>
    public static IEndpointConventionBuilder MapAkkaDashboard(
        this IEndpointRouteBuilder endpoints, [StringSyntax("Route")] string pattern = "/akka", Action<AkkaDashboardOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        ArgumentNullException.ThrowIfNull(pattern);
        var options = new AkkaDashboardOptions();
        configure?.Invoke(options);
        if (options.ChangePolicy is { } policy && endpoints.ServiceProvider.GetService<IAuthorizationPolicyProvider>() is null)
        {
            throw new InvalidOperationException($"The change policy '{policy}' of the Akka dashboard needs builder.Services.AddAuthorization(...).");
        }

        if (!Mapped.GetValue(endpoints, static _ => new(StringComparer.OrdinalIgnoreCase)).Add(pattern.Trim('/')))
        {
            throw new InvalidOperationException($"There is an Akka dashboard at '{pattern}' already. Map it once, or at another path.");
        }

        var group = endpoints.MapGroup(pattern);
        new DashboardEndpoints(endpoints.ServiceProvider, pattern, options.ChangePolicy, options.KeepHistory ?? true,
            options.ChangesFromOtherNodes ?? false, options.Address).Map(group);
        return group;
    }
}
