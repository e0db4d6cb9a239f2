using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>
/// Decides who may see the dashboard. Outside of Development nobody may, unless the application allows it by an authorization policy or by
/// <c>AllowAnonymous</c> on the endpoints. ASP.NET Core checks whether a user fulfils the policy. In Development without either, the page answers
/// requests that come from this machine, are addressed to a local name and were not forwarded. The same holds, in every environment, for the page of
/// a host without a web server.
/// </summary>
internal static partial class Exposure
{
    public static bool Allows(Endpoint? endpoint, IHostEnvironment environment) =>
        IsDecided(endpoint) || IsLoopback(endpoint) || environment.IsDevelopment();

    public static bool Allows(Endpoint? endpoint, HttpContext context) => IsDecided(endpoint) || Loopback.IsLocal(context);

    /// <summary>Logs once, at the start, whether the dashboard answers, where, and to whom.</summary>
    public static void Log(ILogger log, string pattern, Endpoint? endpoint, IServiceProvider services, IHostEnvironment environment)
    {
        if (!Allows(endpoint, environment))
        {
            LogClosed(log, pattern, environment.EnvironmentName);
            return;
        }

        var policies = endpoint?.Metadata.GetOrderedMetadata<IAuthorizeData>() ?? [];
        LogOpen(log, Address(services, endpoint, pattern), endpoint?.Metadata.GetMetadata<IAllowAnonymous>() is not null ? "everybody"
            : policies.Count > 0 ? "those whom its authorization policy allows"
            : IsLoopback(endpoint) ? "requests to localhost"
            : "requests to localhost, because this is Development. Elsewhere add RequireAuthorization(...) or AllowAnonymous()");
        if (policies.Count > 0 && services.GetService<IAuthorizationPolicyProvider>() is null)
        {
            LogNoAuthorization(log, pattern);
        }
    }

    /// <summary>Logs the names of policies that do not exist. A request that needs one fails.</summary>
    public static async Task LogUnknownPolicies(ILogger log, string pattern, Endpoint? endpoint, string? changePolicy, IServiceProvider services)
    {
        if (services.GetService<IAuthorizationPolicyProvider>() is { } provider)
        {
            var names = (endpoint?.Metadata.GetOrderedMetadata<IAuthorizeData>() ?? []).Select(data => data.Policy).Append(changePolicy);
            foreach (var name in names.OfType<string>().Distinct())
            {
                if (await provider.GetPolicyAsync(name).ConfigureAwait(false) is null)
                {
                    LogUnknownPolicy(log, pattern, name);
                }
            }
        }
    }

    private static bool IsDecided(Endpoint? endpoint) =>
        endpoint?.Metadata is { } metadata
            && (metadata.GetMetadata<IAuthorizeData>() is not null || metadata.GetMetadata<IAllowAnonymous>() is not null);

    private static bool IsLoopback(Endpoint? endpoint) => endpoint?.Metadata.GetMetadata<OnlyLoopback>() is not null;

    /// <summary>The page's address. The server knows its own once it has started.</summary>
    /// <param name="services">The application's services.</param>
    /// <param name="endpoint">One of the page's endpoints.</param>
    /// <param name="pattern">Its path, if the endpoint has none.</param>
    /// <param name="host">The host name to use if the server listens on all addresses.</param>
    public static string Address(IServiceProvider services, Endpoint? endpoint, string pattern, string host = "localhost")
    {
        var path = ((endpoint as RouteEndpoint)?.RoutePattern.RawText ?? pattern).Trim('/');
        var server = services.GetService<IServer>()?.Features.Get<IServerAddressesFeature>()?.Addresses.FirstOrDefault() ?? "";
        foreach (var any in (string[])["//[::]", "//0.0.0.0", "//*", "//+"])
        {
            server = server.Replace(any, $"//{host}", StringComparison.Ordinal);
        }

        return $"{server.TrimEnd('/')}/{path}{(path.Length > 0 ? "/" : "")}";
    }

    [LoggerMessage(1, LogLevel.Warning, "The Akka dashboard at {Pattern} answers 404 in {Environment}. "
        + "Add an authorization rule: MapAkkaDashboard(...).RequireAuthorization(...), or .AllowAnonymous().")]
    private static partial void LogClosed(ILogger log, string pattern, string environment);

    [LoggerMessage(2, LogLevel.Information, "The Akka dashboard is open at {Address} to {Whom}.")]
    private static partial void LogOpen(ILogger log, string address, string whom);

    [LoggerMessage(5, LogLevel.Error,
        "The Akka dashboard at {Pattern} has RequireAuthorization(...), so each request fails: call AddAuthorization(...).")]
    private static partial void LogNoAuthorization(ILogger log, string pattern);

    [LoggerMessage(6, LogLevel.Error, "The Akka dashboard at {Pattern} needs the authorization policy {Policy}, which does not exist.")]
    private static partial void LogUnknownPolicy(ILogger log, string pattern, string policy);
}
