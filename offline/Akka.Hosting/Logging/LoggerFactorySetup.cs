using Akka.Actor.Setup;
using Microsoft.Extensions.Logging;

namespace Akka.Hosting.Logging;

/// <summary>Brings the application's loggers into a new system.</summary>
public class LoggerFactorySetup : Setup
{
    public LoggerFactorySetup(ILoggerFactory loggerFactory) => LoggerFactory = loggerFactory;

    public ILoggerFactory LoggerFactory { get; }
}
