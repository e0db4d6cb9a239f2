using Akka.Actor;

namespace Akka.Event;

/// <summary>Asks a logger to subscribe itself; it answers with <see cref="LoggerInitialized"/>.</summary>
public class InitializeLogger : INoSerializationVerificationNeeded
{
    public InitializeLogger(LoggingBus loggingBus)
    {
        LoggingBus = loggingBus;
    }

    public LoggingBus LoggingBus { get; }
}

/// <summary>The answer of a logger that is ready.</summary>
public class LoggerInitialized : INoSerializationVerificationNeeded, IDeadLetterSuppression;
