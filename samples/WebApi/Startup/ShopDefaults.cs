using Akka.Actor;
using Akka.Hosting;
using AkkaInstrumentation;
using Microsoft.Extensions.Logging.Console;
using OpenTelemetry.Logs;

namespace WebApi.Startup;

/// <summary>Address and logging of the sample: quiet, so that the one line at start-up is seen.</summary>
internal static class ShopDefaults
{
    public const string Url = "http://localhost:5080";

    public static void AddShopDefaults(this WebApplicationBuilder builder)
    {
        if (builder.Configuration["urls"] is not { Length: > 0 } && builder.Configuration["http_ports"] is not { Length: > 0 })
        {
            builder.WebHost.UseUrls(Url);
        }

        // ASP.NET Core names its spans and gives them their HTTP attributes only if asked to
        AppContext.SetSwitch("Microsoft.AspNetCore.Hosting.SuppressActivityOpenTelemetryData", isEnabled: false);

        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = TimeSpan.FromSeconds(5));
        builder.Logging.AddSimpleConsole(console => console.SingleLine = true);
        builder.Logging.AddFilter("Microsoft", LogLevel.Warning);
        builder.Logging.AddFilter("AkkaInstrumentation.Dashboard", LogLevel.Warning);

        // a line or more for each order: they go to OpenTelemetry, and the page shows them beside their trace
        builder.Logging.AddFilter<ConsoleLoggerProvider>(typeof(ActorSystem).FullName, LogLevel.None);

        // later versions of Akka.Hosting log templates with values: the page shows the text
        builder.Services.Configure<OpenTelemetryLoggerOptions>(logging => logging.IncludeFormattedMessage = true);

        // ShopHost reports in one line what went wrong at start
        builder.Logging.AddFilter("Microsoft.Extensions.Hosting.Internal.Host", LogLevel.None);
    }

    /// <summary>
    /// Pressure and blocking are reported earlier than by default, for whoever waits at the page. Spans show the order, and those of a failed order are
    /// all there, however few are sampled.
    /// </summary>
    public static void Watchful(AkkaInstrumentationOptions options)
    {
        options.Pressure.GrowingFor = TimeSpan.FromSeconds(2);
        options.Pressure.MinDepth = 200;
        options.Blocking.Threshold = TimeSpan.FromSeconds(1);

        options.Tracing.Keep = AkkaKeptTraces.Failed;

        // each recorded message that has a number of an order shows it, and so do the lines of its handler
        options.Rules.Add(new AkkaMessageRule { Message = ["WebApi.*"], Attributes = { ["order.id"] = "OrderId" } });
    }

    /// <summary>The same for messages that wait. Your application will want more patience.</summary>
    public static void Impatient(AkkaHealthCheckOptions options) => options.DegradedMessageAge = TimeSpan.FromSeconds(3);

    /// <summary>
    /// At Ctrl+C the host stops in its own order: first the server, while actors still answer the orders that are under way. Left to
    /// itself, Akka takes Ctrl+C for its own and ends the actors first; the server then waits for answers that cannot come.
    /// </summary>
    public static AkkaConfigurationBuilder WithHostShutdown(this AkkaConfigurationBuilder akka) =>
        akka.AddHocon("akka.coordinated-shutdown.run-by-clr-shutdown-hook = off", HoconAddMode.Prepend);

    /// <summary>Two more looks, both optional: how late timers are, and where a handler hangs that blocks its thread.</summary>
    public static AkkaConfigurationBuilder WithWatchfulness(this AkkaConfigurationBuilder akka) => akka
        .AddHocon(
            """akka.scheduler.implementation = "AkkaInstrumentation.InstrumentedScheduler, AkkaInstrumentation.Dispatcher" """, HoconAddMode.Prepend)
        .AddStartup((system, _) => system.ShowBlockedStacks());

    /// <summary>Akka and the actors log through the host's logging.</summary>
    public static AkkaConfigurationBuilder WithShopLogging(this AkkaConfigurationBuilder akka) => akka.ConfigureLoggers(loggers =>
    {
        loggers.ClearLoggers();
        loggers.AddLoggerFactory();
        loggers.LogLevel = Akka.Event.LogLevel.InfoLevel;
    });
}
