using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>
/// Who may see the dashboard. Outside of Development nobody may, unless the application allows it: by an authorization policy or by
/// <c>AllowAnonymous</c> on the endpoints. Whether a user fulfils the policy is ASP.NET Core's business.
/// </summary>
internal static partial class Exposure
{
    public static bool Allows(Endpoint? endpoint, IHostEnvironment environment) => IsDecided(endpoint) || environment.IsDevelopment();

    /// <summary>Logs once, at the start, whether the dashboard answers.</summary>
    public static void Log(ILogger log, string pattern, Endpoint? endpoint, IHostEnvironment environment)
    {
        if (!Allows(endpoint, environment))
        {
            LogClosed(log, pattern, environment.EnvironmentName);
        }
        else if (!IsDecided(endpoint))
        {
            LogDevelopment(log, pattern);
        }
    }

    private static bool IsDecided(Endpoint? endpoint) =>
        endpoint?.Metadata is { } metadata && (metadata.GetMetadata<IAuthorizeData>() is not null || metadata.GetMetadata<IAllowAnonymous>() is not null);

    [LoggerMessage(1, LogLevel.Warning, "The Akka dashboard at {Pattern} answers 404 in {Environment}. Add an authorization rule: MapAkkaDashboard(...).RequireAuthorization(...), or .AllowAnonymous().")]
    private static partial void LogClosed(ILogger log, string pattern, string environment);

    [LoggerMessage(2, LogLevel.Information, "The Akka dashboard at {Pattern} is open to everybody in Development. Elsewhere it answers 404 until RequireAuthorization(...) or AllowAnonymous() is added.")]
    private static partial void LogDevelopment(ILogger log, string pattern);
}
