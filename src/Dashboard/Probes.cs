using System.Diagnostics;
using Akka.Actor;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;

namespace AkkaInstrumentation;

/// <summary>
/// Tells an orchestrator whether to restart the process, and whether to send it requests. The answers contain neither names nor paths, because an
/// orchestrator is not authenticated. Any thread.
/// </summary>
internal sealed class Probes(IServiceProvider services)
{
    private const string Ended = "The actor system has ended.";

    private readonly HealthThresholds _thresholds = new(services);
    private readonly CancellationToken _stopping = services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping;

    /// <summary>The liveness probe. It fails if only a new process helps: the actor system has ended and the application goes on.</summary>
    public Task Live(HttpContext context) => Answer(context, AkkaProbes.LiveTag, () =>
        System is { WhenTerminated.IsCompleted: true } && !_stopping.IsCancellationRequested ? Ended : null);

    /// <summary>The readiness probe. It fails if other nodes should get the requests.</summary>
    public Task Ready(HttpContext context) => Answer(context, AkkaProbes.ReadyTag, WhyNotReady);

    private ActorSystem? System => services.GetService<ActorSystem>();

    private string? WhyNotReady()
    {
        if (System is not { } system)
        {
            return "There is no actor system.";
        }

        if (system.WhenTerminated.IsCompleted)
        {
            return Ended;
        }

        if (_stopping.IsCancellationRequested || CoordinatedShutdown.Get(system).ShutdownReason is not null)
        {
            return "The application is stopping.";
        }

        if (!system.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation))
        {
            return null;
        }

        return IsOutside(instrumentation.Insight.Nodes) ? "The node is not up in its cluster."
            : _thresholds.Read(instrumentation, Stopwatch.GetTimestamp()).Level == HealthLevel.Unhealthy ? "The actor system is unhealthy."
            : null;
    }

    // A node that has not joined belongs to no cluster yet, and sees no member.
    private static bool IsOutside(IClusterNodes? nodes) => nodes is { HasCluster: true }
        && (nodes.Read() is not { } cluster || cluster.Members.All(member => member.Address != cluster.Self || member.Status != "up"));

    private async Task Answer(HttpContext context, string tag, Func<string?> whyNot)
    {
        var reason = whyNot();
        if (reason is null && services.GetService<HealthCheckService>() is { } checks)
        {
            var report = await checks.CheckHealthAsync(check => check.Tags.Contains(tag), context.RequestAborted).ConfigureAwait(false);
            reason = report.Status == HealthStatus.Unhealthy ? "A health check is unhealthy." : null;
        }

        context.Response.StatusCode = reason is null ? StatusCodes.Status200OK : StatusCodes.Status503ServiceUnavailable;
        context.Response.ContentType = "text/plain";
        context.Response.Headers.CacheControl = "no-store, no-cache";
        await context.Response.WriteAsync(reason ?? "OK", context.RequestAborted).ConfigureAwait(false);
    }
}
