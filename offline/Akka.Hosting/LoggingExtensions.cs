using Akka.Hosting.Logging;

namespace Akka.Hosting;

/// <summary>Configures Akka's logging.</summary>
public static class LoggingExtensions
{
    public static AkkaConfigurationBuilder ConfigureLoggers(this AkkaConfigurationBuilder builder, Action<LoggerConfigBuilder> configurator)
    {
        var loggers = new LoggerConfigBuilder();
        configurator(loggers);
        return builder.AddHocon(loggers.ToConfig(), HoconAddMode.Prepend);
    }

    public static LoggerConfigBuilder AddLoggerFactory(this LoggerConfigBuilder configBuilder) => configBuilder.AddLogger<LoggerFactoryLogger>();
}
