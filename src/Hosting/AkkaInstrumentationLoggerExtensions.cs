using Akka.Event;
using AkkaInstrumentation;

// The namespace of Akka.Hosting's own loggers, so that code that configures them finds the method.
namespace Akka.Hosting;

/// <summary>Akka's log through the host's logging, with levels of single actors.</summary>
public static class AkkaInstrumentationLoggerExtensions
{
    /// <summary>
    /// Use it in the place of <c>AddLoggerFactory()</c>. Akka's lines go to the host's logging, but first the filters of Akka's loggers are asked,
    /// which Akka.Hosting's own logger does not do. So the level of single actors can change at run time, by
    /// <c>AkkaInstrumentationControl.SetLogLevel(...)</c>. It sets the level of Akka's loggers to debug, because an actor's logger reads it only
    /// once. Each debug line of any actor is then a message to the loggers, which drop it.
    /// </summary>
    /// <param name="loggers">The loggers of the actor system.</param>
    /// <param name="filter">The level of all actors.</param>
    /// <returns>The loggers.</returns>
    public static LoggerConfigBuilder AddLoggerFactory(this LoggerConfigBuilder loggers, AkkaLogLevelFilter filter)
    {
        ArgumentNullException.ThrowIfNull(loggers);
        ArgumentNullException.ThrowIfNull(filter);
        loggers.LogLevel = LogLevel.DebugLevel;
        return loggers.WithLogFilter(filters => filters.Add(filter)).AddLogger<FilteredLoggerFactoryLogger>();
    }
}
