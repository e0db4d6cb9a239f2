using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>Checks the host's actor system. It only reads what the instrumentation knows: no message is sent and nothing is awaited.</summary>
/// <param name="services">The host's services, which know the actor system.</param>
/// <param name="options">The thresholds, by the name of the check.</param>
/// <param name="clock">Its timestamps are <see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
internal sealed class AkkaHealthCheck(IServiceProvider services, IOptionsMonitor<AkkaHealthCheckOptions> options, TimeProvider clock) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(Check(context.Registration));

    private HealthCheckResult Check(HealthCheckRegistration registration)
    {
        if (services.GetService<ActorSystem>() is not { } system)
        {
            return new(HealthStatus.Degraded, "There is no actor system in the host's services. Call AddAkka(...).");
        }

        if (system.WhenTerminated.IsCompleted)
        {
            return new(registration.FailureStatus, $"Actor system {system.Name}: it has ended.");
        }

        if (!system.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation))
        {
            return new(
                HealthStatus.Degraded, $"Actor system {system.Name}: it is not instrumented, so nothing is checked. Call WithInstrumentation() inside AddAkka(...).");
        }

        var thresholds = options.Get(registration.Name);
        return HealthVerdict.Of(system.Name, SystemFindings.Read(instrumentation, thresholds, clock.GetTimestamp()), thresholds, registration.FailureStatus);
    }
}
