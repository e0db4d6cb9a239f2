using Akka.Actor;
using Akka.Event;
using Akka.Hosting.Logging;

namespace AkkaInstrumentation;

/// <summary>
/// Akka.Hosting's logger, which does not ask the filters of Akka's loggers (<c>LoggerFactoryLogger.Log</c>, Akka.Hosting 1.5.71 to 1.5.74).
/// </summary>
internal sealed class FilteredLoggerFactoryLogger : LoggerFactoryLogger
{
    private readonly LogFilterEvaluator _filter = Context.System.Settings.LogFilter;

    protected override void Log(LogEvent log, ActorPath path)
    {
        if (_filter.ShouldTryKeepMessage(log, out _))
        {
            base.Log(log, path);
        }
    }
}
