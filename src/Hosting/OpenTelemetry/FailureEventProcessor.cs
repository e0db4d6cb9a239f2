using Akka.Actor;
using OpenTelemetry;
using OpenTelemetry.Logs;

namespace AkkaInstrumentation;

/// <summary>
/// Gives the supervisor's line about a failed message the event name of the messaging conventions, where the actor system's settings ask for it. The
/// line has the path of the failed actor as source and the strategy's type as category; lines of the actor itself have its own type. The logger's thread.
/// </summary>
internal sealed class FailureEventProcessor : BaseProcessor<LogRecord>
{
    private static readonly string?[] Strategies = [typeof(OneForOneStrategy).FullName, typeof(AllForOneStrategy).FullName];

    public override void OnEnd(LogRecord data)
    {
        // An actor that could not start has no message that failed.
        if (data is { Exception: not (null or ActorInitializationException), Attributes: { } attributes }
            && Strategies.Contains(data.CategoryName)
            && attributes.FirstOrDefault(attribute => attribute.Key == "LogSource").Value is string source
            && ActorPath.TryParse(source, out var failed)
            && ActorSystems.Now.Live.Any(system => system.Tags.HasMessaging && system.Tags.Name == failed.Address.System))
        {
            data.EventId = new(0, MessagingMetricNames.ProcessException);
        }
    }
}
