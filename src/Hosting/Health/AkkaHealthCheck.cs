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
                HealthStatus.Degraded, $"Actor system {system.Name}: it is not instrumented, so nothing is checked. Call WithInstrumentation() "
                    + "inside AddAkka(...).");
        }

        var thresholds = options.Get(registration.Name);
        if (!string.IsNullOrWhiteSpace(thresholds.IncidentDirectory))
        {
            instrumentation.Insight.Answers.WriteIncidentsOnce(thresholds.IncidentDirectory, thresholds);
        }

        var now = clock.GetTimestamp();
        var found = SystemFindings.Read(instrumentation, thresholds, now);
        return HealthResult.Create(system.Name, found, thresholds, registration.FailureStatus, found.IsEmpty
            ? null : AkkaDiagnosis.Read(instrumentation, found, now));
    }
}

/// <summary>An actor system's health, as .NET's health checks report it.</summary>
internal static class HealthResult
{
    /// <param name="system">Name of the actor system.</param>
    /// <param name="found">The findings.</param>
    /// <param name="options">The thresholds.</param>
    /// <param name="failure">The status that the check reports instead of unhealthy.</param>
    /// <param name="diagnosis">The reasons. The host logs this answer with every check that is not healthy.</param>
    public static HealthCheckResult Create(string system, SystemFindings found, AkkaHealthCheckOptions options,
        HealthStatus failure, AkkaDiagnosis? diagnosis = null)
    {
        var health = SystemHealth.From(found, options);
        var most = new HealthLimits(options).MaxNamedActors;
        var data = new Dictionary<string, object>();
        foreach (var kind in health.Kinds)
        {
            data.Add(kind.Key, kind.Worst.Take(most).Select(trouble => trouble.Text).ToArray());
            data.Add($"{kind.Key}.count", kind.Count);
        }

        if (diagnosis is not null)
        {
            data.Add("diagnosis", diagnosis.Causes.Count == 0
                ? [diagnosis.Summary]
                : diagnosis.Causes.Take(most).Select(cause => cause.Line).ToArray());
        }

        if (health.Unchecked.Count > 0)
        {
            data.Add("unchecked", health.Unchecked.ToArray());
        }

        return new(
            health.Level == HealthLevel.Unhealthy ? failure : (HealthStatus)health.Level,
            health.Kinds.Count == 0 ? null
                : $"Actor system {system}: {string.Join(", ", health.Kinds.Select(kind => kind.Description))}."
                    + (diagnosis is null ? "" : $" Why: {diagnosis.Summary}"),
            data: data);
    }
}

/// <summary>Names every wrong threshold at once, each with its path, its value and what is allowed.</summary>
internal sealed class HealthOptionsValidation : IValidateOptions<AkkaHealthCheckOptions>
{
    public ValidateOptionsResult Validate(string? name, AkkaHealthCheckOptions options) =>
        HealthLimits.Wrong(options, name) is { Count: > 0 } wrong ? ValidateOptionsResult.Fail(wrong) : ValidateOptionsResult.Success;
}
