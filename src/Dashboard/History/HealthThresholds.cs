using System.Diagnostics;
using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Reads the health of the actor system with the thresholds of the application's health check. It does not run the check itself, because the host
/// logs every check that is not healthy. A reading visits all mailboxes, so all callers within a second share one. Any thread.
/// </summary>
internal sealed class HealthThresholds(IServiceProvider services)
{
    private static readonly AkkaHealthCheckOptions Default = new();

    // The sampling thread reads once a second.
    private static readonly long Shared = Stopwatch.Frequency * 9 / 10;

    // The thread that reads holds this lock, and others wait for its reading. A reading calls nothing that waits for this lock.
    private readonly object _lock = new();
    private readonly ConditionalWeakTable<AkkaInstrumentationExtension, OtherHealth> _others = [];
    private (AkkaInstrumentationExtension System, long At, HealthVerdict Verdict)? _latest;

    /// <summary>The worst verdict, if several checks are registered; that of the default thresholds, if none is.</summary>
    public HealthVerdict Read(AkkaInstrumentationExtension system, long now)
    {
        lock (_lock)
        {
            if (_latest is not { } latest || latest.System != system || now - latest.At >= Shared)
            {
                _latest = latest = (system, now, ReadChecks(system, now));
            }

            return latest.Verdict;
        }
    }

    /// <summary>The health of another actor system of the process, by the default thresholds.</summary>
    public SystemHealth ReadOther(AkkaInstrumentationExtension system, long now)
    {
        lock (_lock)
        {
            if (!_others.TryGetValue(system, out var latest) || now - latest.At >= Shared)
            {
                _others.AddOrUpdate(system, latest = new(now, ReadByDefault(system, now).Health));
            }

            return latest.Health;
        }
    }

    /// <summary>The verdict of the default thresholds.</summary>
    public static HealthVerdict ReadByDefault(AkkaInstrumentationExtension system, long now) =>
        Judge(system, null, Default, HealthLevel.Unhealthy, now);

    private sealed record OtherHealth(long At, SystemHealth Health);

    private HealthVerdict ReadChecks(AkkaInstrumentationExtension system, long now) =>
        services.GetServices<RegisteredHealthCheck>()
            .Select(check => Judge(system, check.Name, services.GetRequiredService<IOptionsMonitor<AkkaHealthCheckOptions>>()
                .Get(check.Name), check.Failure, now))
            .MinBy(verdict => verdict.Level) ?? ReadByDefault(system, now);

    private static HealthVerdict Judge(AkkaInstrumentationExtension system, string? check,
        AkkaHealthCheckOptions options, HealthLevel failure, long now)
    {
        var found = SystemFindings.Read(system, options, now);
        var health = SystemHealth.From(found, options);
        return new(check, health, health.Level == HealthLevel.Unhealthy ? failure : health.Level, found)
        {
            MessageAge = new HealthLimits(options).DegradedMessageAge,
            Options = options,
        };
    }
}

/// <summary>The result with the thresholds of one health check.</summary>
/// <param name="Check">Its name; null for the default thresholds.</param>
/// <param name="Health">The troubles.</param>
/// <param name="Level">The verdict, as the check reports it.</param>
/// <param name="Found">The findings on which the verdict is based.</param>
internal sealed record HealthVerdict(string? Check, SystemHealth Health, HealthLevel Level, SystemFindings Found)
{
    /// <summary>From this age of its oldest message on a mailbox is degraded.</summary>
    public TimeSpan MessageAge { get; init; }

    /// <summary>The thresholds.</summary>
    public AkkaHealthCheckOptions Options { get; init; } = new();
}
