using Akka.Event;
using Akka.Hosting.Logging;
using Microsoft.Extensions.Logging;

namespace Akka.Hosting;

/// <summary>Configures Akka's logging.</summary>
public static class LoggingExtensions
{
    public static AkkaConfigurationBuilder ConfigureLoggers(this AkkaConfigurationBuilder builder, Action<LoggerConfigBuilder> configurator)
    {
        var loggers = new LoggerConfigBuilder(builder);
        configurator(loggers);
        return builder.AddHocon(loggers.ToConfig(), HoconAddMode.Prepend);
    }

    public static LoggerConfigBuilder AddDefaultLogger(this LoggerConfigBuilder configBuilder) => configBuilder.AddLogger<DefaultLogger>();

    public static LoggerConfigBuilder AddLoggerFactory(this LoggerConfigBuilder configBuilder) => configBuilder.AddLogger<LoggerFactoryLogger>();

    public static LoggerConfigBuilder AddLoggerFactory(this LoggerConfigBuilder configBuilder, ILoggerFactory loggerFactory)
    {
        configBuilder.Builder.AddSetup(new LoggerFactorySetup(loggerFactory));
        return configBuilder.AddLoggerFactory();
    }
}
