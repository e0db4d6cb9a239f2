using Akka.Actor;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Warns once, when a host has started, that <c>AddAkkaInstrumentation()</c> collects from no actor system. If the actor system in the service
/// provider knows the ids, single actors may be instrumented later. Then there is no warning. Also warns of settings in the services or the
/// configuration that no actor system reads, and of a second <c>AddAkka</c> on one service
/// collection, which Akka.Hosting does not report: it starts the last actor system only.
/// </summary>
internal sealed partial class NothingToCollect(
    IServiceProvider services, IServiceCollection registered, InstrumentedSystems systems,
        IHostApplicationLifetime lifetime, ILogger<NothingToCollect> logger) : IHostedService
{
    private const string Fix =
        "AddAkkaInstrumentation() collects nothing: no actor system of this process is instrumented. Call WithInstrumentation() inside AddAkka(...), "
        + "or create the system with config.WithAkkaInstrumentation().";

    /// <summary>The host may start its actor system after this service.</summary>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        lifetime.ApplicationStarted.Register(Check);
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private void Check()
    {
        var system = services.GetService<ActorSystem>();
        if (registered.Count(service => service.ServiceType == typeof(ActorSystem)) is > 1 and var count)
        {
            Report("", $"AddAkka was called {count} times on one service collection. Only the last actor system starts, and what the other "
                + "calls configure is lost. Call it once, or give each actor system a host of its own.");
        }

        if (!systems.AreThere && (system is null || !AkkaInstrumentationConfig.IsPartOf(system.Settings.Config)))
        {
            Report("", Fix);
        }
        else if (system is null)
        {
            UnreadOptions();
        }
        else if (system.Settings.Setup.Get<InstrumentationSetup>() is { HasValue: false })
        {
            UnreadSettings(system);
        }
        else if (OtherNames(system) is { Length: > 0 } names)
        {
            Report(system.Name, $"Options are named {names}, but the actor system of this host is named {system.Name}: nothing reads them. "
                + "Configure them by its name, or without one.");
        }
    }

    // The options read only those with the system's name and those without one.
    private string OtherNames(ActorSystem system) => string.Join(
        " and ",
        services.GetServices<IConfigureOptions<AkkaInstrumentationOptions>>().OfType<ConfigureNamedOptions<AkkaInstrumentationOptions>>()
            .Select(options => options.Name)
            .Where(name => !string.IsNullOrEmpty(name) && name != system.Name)
            .Distinct().Order(StringComparer.Ordinal));

    // Warns of options that the actor system of another host in the process does not read.
    private void UnreadOptions()
    {
        if (ProviderOptions.Unread(services) is { } problem)
        {
            Report("", problem);
        }
    }

    // Warns of settings that are not read because the application created the system itself or without WithInstrumentation().
    private void UnreadSettings(ActorSystem system)
    {
        if (ProviderOptions.Problem(services, system.Name, $"the actor system {system.Name} was made without WithInstrumentation()") is { } problem)
        {
            Report(system.Name, problem);
        }

        if (system.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation))
        {
            HostWarnings.UnreadSection(instrumentation, services.GetService<IConfiguration>());
        }
    }

    private void Report(string system, string problem)
    {
        InstrumentationEventSource.Log.SetupWarning(system, problem);
        Warn(logger, problem);
    }

    [LoggerMessage(EventId = 1, Level = LogLevel.Warning, Message = "{Problem}")]
    private static partial void Warn(ILogger logger, string problem);
}

/// <summary>
/// Whether an actor system of this process is instrumented, and whether its spans or metrics are collected. It is a service, so that a test can
/// replace it for its own host.
/// </summary>
internal class InstrumentedSystems
{
    public virtual bool HaveSpanListeners => AkkaTelemetry.Source.HasListeners();

    public virtual bool HaveMetricListeners => Instruments.IsListening;

    public virtual bool AreThere => ActorSystems.AreThere;
}

/// <summary>
/// Adds the control of the host's actor system to its services, and a check whether there is an actor system to collect from. The OpenTelemetry
/// builders call it, because the service collection is read-only where the actor system is configured.
/// </summary>
internal static class ControlServices
{
    public static void Add(IServiceCollection services, CollectedSignal signal)
    {
        services.AddSingleton(signal);
        services.TryAddSingleton<AkkaInstrumentationControl>(
            provider => AkkaInstrumentationExtension.For(provider.GetRequiredService<ActorSystem>()).Control);
        services.TryAddSingleton<InstrumentedSystems>();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, NothingToCollect>(
            provider => ActivatorUtilities.CreateInstance<NothingToCollect>(provider, services)));
    }
}
