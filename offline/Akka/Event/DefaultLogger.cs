using Akka.Actor;
using Akka.Dispatch;

namespace Akka.Event;

/// <summary>The logger actor that writes to the console.</summary>
public class DefaultLogger : ActorBase, IRequiresMessageQueue<ILoggerMessageQueueSemantics>
{
    protected override bool Receive(object message)
    {
        switch (message)
        {
            case InitializeLogger:
                Sender.Tell(new LoggerInitialized(), Self);
                return true;
            case LogEvent logEvent:
                Print(logEvent);
                return true;
            default:
                return false;
        }
    }

    protected virtual void Print(LogEvent logEvent) => StandardOutLogger.Print(logEvent);
}
