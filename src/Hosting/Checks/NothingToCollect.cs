using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>
/// Warns once, when a host has started, that <c>AddAkkaInstrumentation()</c> collects from no actor system. If the actor system in the service
/// provider knows the ids, single actors may be instrumented later. Then there is no warning. Also warns of a second actor system in the services.
/// </summary>
internal sealed partial class NothingToCollect(
    IServiceProvider services, InstrumentedSystems systems, SystemsInServices inServices, ILogger<NothingToCollect> logger) : IHostedLifecycleService
{
    private const string Fix =
        "AddAkkaInstrumentation() collects nothing: no actor system of this process is instrumented. Call WithInstrumentation() inside AddAkka(...), "
        + "or create the system with AkkaInstrumentationConfig.DefaultsFor(config).WithFallback(config).";

    public Task StartedAsync(CancellationToken cancellationToken)
    {
        if (inServices.Problem is { } problem)
        {
            if (services.GetService<ActorSystem>()?.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation) == true)
            {
                instrumentation.Warnings.Say(problem);
            }
            else
            {
                Warn(logger, problem);
            }
        }

        if (!systems.AreThere && !KnowsTheIds(services.GetService<ActorSystem>()))
        {
            InstrumentationEventSource.Log.SetupWarning("", Fix);
            Warn(logger, Fix);
        }

        return Task.CompletedTask;
    }

    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private static bool KnowsTheIds(ActorSystem? system) => system is not null && AkkaInstrumentationConfig.IsPartOf(system.Settings.Config);

    [LoggerMessage(EventId = 1, Level = LogLevel.Warning, Message = "{Fix}")]
    private static partial void Warn(ILogger logger, string fix);
}
