using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;

namespace Akka.Hosting;

/// <summary>What Akka logs, and where to.</summary>
public sealed class LoggerConfigBuilder
{
    private readonly List<Type> _loggers = [typeof(DefaultLogger)];

    internal LoggerConfigBuilder()
    {
    }

    public LogLevel LogLevel { get; set; } = LogLevel.InfoLevel;

    public LoggerConfigBuilder ClearLoggers()
    {
        _loggers.Clear();
        return this;
    }

    public LoggerConfigBuilder AddLogger<T>()
        where T : IRequiresMessageQueue<ILoggerMessageQueueSemantics>
    {
        _loggers.Add(typeof(T));
        return this;
    }

    internal Config ToConfig() => ConfigurationFactory.ParseString($$"""
        akka {
          loglevel = {{LogLevel.ToString().Replace("Level", "", StringComparison.Ordinal)}}
          loggers = [{{string.Join(", ", _loggers.Select(t => $"\"{t.AssemblyQualifiedName}\""))}}]
        }
        """);
}
