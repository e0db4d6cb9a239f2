using AkkaInstrumentation;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;

// The builder's namespace, as in other health checks, so that code that uses the builder finds the method.
namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Adds a health check of the actor system.</summary>
public static class AkkaHealthChecksBuilderExtensions
{
    /// <summary>
    /// Adds a check of the host's instrumented actor system: mailboxes that grow, messages that wait for too long, handlers that block their
    /// thread, actors that fail or restart in a loop, messages that are lost. The result names the actors. The check sends no message. Use it for
    /// readiness and for people, not for liveness: a restarted process loses the messages that wait.
    /// </summary>
    /// <param name="builder">The health checks' builder.</param>
    /// <param name="configure">Sets thresholds. With null, <see cref="AkkaHealthCheckOptions"/> of this name in the services and the defaults
    /// apply.</param>
    /// <param name="name">The name of the check. Each call adds a check. Two checks with the same name throw when the checks are first
    /// resolved.</param>
    /// <param name="failureStatus">The status that the check reports when the actor system is unhealthy. With null: unhealthy. It does not change the
    /// status degraded.</param>
    /// <param name="tags">More tags, by which an endpoint chooses its checks. The check always has the tag <c>akka</c>.</param>
    /// <returns>The builder.</returns>
    /// <exception cref="OptionsValidationException">When the host starts, or at the check: thresholds are wrong. The message lists all of
    /// them.</exception>
    public static IHealthChecksBuilder AddAkkaHealthCheck(
        this IHealthChecksBuilder builder,
        Action<AkkaHealthCheckOptions>? configure = null,
        string name = "akka",
        HealthStatus? failureStatus = null,
        IEnumerable<string>? tags = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(name);
        var options = builder.Services.AddOptions<AkkaHealthCheckOptions>(name).ValidateOnStart();
        if (configure is not null)
        {
            options.Configure(configure);
        }

        builder.Services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<AkkaHealthCheckOptions>, HealthOptionsValidation>());
        builder.Services.AddSingleton(new RegisteredHealthCheck(name, (HealthLevel)(failureStatus ?? HealthStatus.Unhealthy)));
        return builder.Add(new HealthCheckRegistration(name, Create, failureStatus, ["akka", .. tags ?? []]));
    }

    private static AkkaHealthCheck Create(IServiceProvider services) => new(
        services, services.GetRequiredService<IOptionsMonitor<AkkaHealthCheckOptions>>(), TimeProvider.System);
}
