namespace Akka.Event;

/// <summary>Asks a logger to subscribe itself; it answers with <see cref="LoggerInitialized"/>.</summary>
public class InitializeLogger
{
    public InitializeLogger(LoggingBus loggingBus)
    {
    }
}

/// <summary>The answer of a logger that is ready.</summary>
public class LoggerInitialized : IDeadLetterSuppression;
