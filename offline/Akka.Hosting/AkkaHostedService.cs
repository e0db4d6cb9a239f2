using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Akka.Hosting;

/// <summary>Ties the lives of system and host together: whichever ends first ends the other.</summary>
public partial class AkkaHostedService : IHostedService
{
    protected readonly IServiceProvider ServiceProvider;
    protected readonly AkkaConfigurationBuilder ConfigurationBuilder;
    protected readonly IHostApplicationLifetime HostApplicationLifetime;
    protected readonly ILogger<AkkaHostedService> Logger;
    protected CoordinatedShutdown? CoordinatedShutdown;

    public AkkaHostedService(
        AkkaConfigurationBuilder configurationBuilder,
        IServiceProvider serviceProvider,
        ILogger<AkkaHostedService> logger,
        IHostApplicationLifetime applicationLifetime)
    {
        ConfigurationBuilder = configurationBuilder;
        ServiceProvider = serviceProvider;
        Logger = logger;
        HostApplicationLifetime = applicationLifetime;
    }

    public virtual async Task StartAsync(CancellationToken cancellationToken)
    {
        try
        {
            var system = ServiceProvider.GetRequiredService<ActorSystem>();
            CoordinatedShutdown = CoordinatedShutdown.Get(system);
            await ConfigurationBuilder.StartAsync(system).ConfigureAwait(false);
            _ = StopApplicationAfterAsync(system.WhenTerminated);
        }
        catch (Exception cause)
        {
            LogNotStarted(Logger, cause);
            throw;
        }
    }

    public virtual async Task StopAsync(CancellationToken cancellationToken)
    {
        if (CoordinatedShutdown is not null)
        {
            await CoordinatedShutdown.Run(CoordinatedShutdown.ClrExitReason.Instance).ConfigureAwait(false);
        }
    }

    private async Task StopApplicationAfterAsync(Task terminated)
    {
        await terminated.ConfigureAwait(false);
        HostApplicationLifetime.StopApplication();
    }

    [LoggerMessage(LogLevel.Critical, "The actor system cannot be started.")]
    private static partial void LogNotStarted(ILogger logger, Exception cause);
}
