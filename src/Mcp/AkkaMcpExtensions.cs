using System.Diagnostics.CodeAnalysis;
using AkkaInstrumentation;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

// The namespace of the application, so that code that maps a dashboard finds the methods.
namespace Microsoft.AspNetCore.Builder;

/// <summary>Lets agents query the dashboard over the Model Context Protocol (MCP).</summary>
public static class AkkaMcpExtensions
{
    /// <summary>
    /// Adds the tools of <see cref="WithMcp"/>, and an MCP server if the application has none. If it has one, the tools join it, but answer only at
    /// the address of the dashboard.
    /// </summary>
    /// <param name="services">The application's services.</param>
    /// <returns>The services.</returns>
    public static IServiceCollection AddAkkaMcp(this IServiceCollection services)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.AddHttpContextAccessor();
        services.AddMcpServer().WithHttpTransport().WithTools<AkkaTools>();
        return services;
    }

    /// <summary>
    /// Maps an MCP server below the dashboard's address: <c>/akka/mcp</c>. Its tools only read, and they read the data that the page shows: troubles
    /// and their causes, mailboxes, failures, traces, flows, settings. Users who may see the page may use them, and their answers share the page's
    /// budget of processor time. <see cref="AddAkkaMcp"/> adds the tools to the services.
    /// </summary>
    /// <param name="dashboard">The builder that <see cref="AkkaDashboardExtensions.MapAkkaDashboard"/> has returned.</param>
    /// <param name="pattern">The path below that of the dashboard. Default: <c>/mcp</c>.</param>
    /// <returns>A builder whose conventions apply to both the dashboard and the MCP server.</returns>
    /// <exception cref="ArgumentException"><paramref name="dashboard"/> is no dashboard.</exception>
    /// <exception cref="InvalidOperationException">The services lack <see cref="AddAkkaMcp"/>.</exception>
    public static IEndpointConventionBuilder WithMcp(
        this IEndpointConventionBuilder dashboard, [StringSyntax("Route")] string pattern = "/mcp")
    {
        ArgumentNullException.ThrowIfNull(dashboard);
        ArgumentNullException.ThrowIfNull(pattern);
        if (dashboard is not IEndpointRouteBuilder group)
        {
            throw new ArgumentException("WithMcp() belongs to what MapAkkaDashboard(...) returns.", nameof(dashboard));
        }

        group.MapMcp(pattern).Add(static endpoint =>
        {
            var answer = endpoint.RequestDelegate!;
            endpoint.RequestDelegate = context => context.GetEndpoint()?.Metadata.GetMetadata<DashboardEndpoints>() is { } page
                ? page.Guarded(answer)(context)
                : throw new InvalidOperationException("WithMcp() belongs to what MapAkkaDashboard(...) returns.");
        });
        return dashboard;
    }
}
