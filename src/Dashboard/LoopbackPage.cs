using Akka.Actor;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// The web server of a host that has none. It reads no web server configuration, so that no variable can open it to the network. It does not react to
/// signals: the host stops it.
/// </summary>
internal sealed partial class LoopbackPage(IServiceProvider host, int port, Action<AkkaDashboardOptions>? configure) : IHostedLifecycleService
{
    private readonly ILogger _log = host.GetRequiredService<ILoggerFactory>().CreateLogger("AkkaInstrumentation.Dashboard");
    private WebApplication? _server;

    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>All services have started, so the actor system runs.</summary>
    public async Task StartedAsync(CancellationToken cancellationToken)
    {
        var server = Build();
        try
        {
            await server.StartAsync(cancellationToken).ConfigureAwait(false);
            _server = server;
        }
        catch (IOException e)
        {
            LogTaken(_log, e, port);
            await server.DisposeAsync().ConfigureAwait(false);
        }
    }

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_server is { } server)
        {
            _server = null;
            await server.StopAsync(cancellationToken).ConfigureAwait(false);
            await server.DisposeAsync().ConfigureAwait(false);
        }
    }

    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private WebApplication Build()
    {
        var environment = host.GetRequiredService<IHostEnvironment>();
        var builder = WebApplication.CreateEmptyBuilder(new()
        {
            ApplicationName = environment.ApplicationName,
            EnvironmentName = environment.EnvironmentName,
        });
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => kestrel.ListenLocalhost(port));
        builder.Services.AddRoutingCore();
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>();

        // Registered as instances, so that the server does not dispose of them: they belong to the host.
        builder.Services.AddSingleton<ILoggerFactory>(new HostLoggers(host.GetRequiredService<ILoggerFactory>()));
        builder.Services.AddSingleton(host.GetRequiredService<IOptionsMonitor<AkkaHealthCheckOptions>>());
        foreach (var check in host.GetServices<RegisteredHealthCheck>())
        {
            builder.Services.AddSingleton(check);
        }

        if (host.GetService<ActorSystem>() is { } system)
        {
            builder.Services.AddSingleton(system);
        }

        var server = builder.Build();
        server.UseRouting();
        server.MapGet("/", context =>
        {
            context.Response.Redirect("./akka/");
            return Task.CompletedTask;
        });
        server.MapAkkaDashboard(configure: configure).WithMetadata(new OnlyLoopback());
        return server;
    }

    [LoggerMessage(7, LogLevel.Error, "The Akka dashboard cannot listen at localhost:{Port}. The host goes on without it.")]
    private static partial void LogTaken(ILogger log, Exception cause, int port);

    /// <summary>The host's loggers, without ASP.NET Core's lines about each request, because the page sends a request every second.</summary>
    private sealed class HostLoggers(ILoggerFactory loggers) : ILoggerFactory
    {
        public ILogger CreateLogger(string categoryName)
        {
            var logger = loggers.CreateLogger(categoryName);
            return categoryName.StartsWith("AkkaInstrumentation.", StringComparison.Ordinal) ? logger : new Warnings(logger);
        }

        public void AddProvider(ILoggerProvider provider) => loggers.AddProvider(provider);

        public void Dispose()
        {
            // They belong to the host.
        }
    }

    private sealed class Warnings(ILogger logger) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => logger.BeginScope(state);

        public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Warning && logger.IsEnabled(logLevel);

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (IsEnabled(logLevel))
            {
                logger.Log(logLevel, eventId, state, exception, formatter);
            }
        }
    }

    /// <summary>It writes nothing to the console and waits for no signal.</summary>
    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
