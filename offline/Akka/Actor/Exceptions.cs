namespace Akka.Actor;

/// <summary>Base of the exceptions that Akka itself throws.</summary>
public abstract class AkkaException : Exception
{
    protected AkkaException()
    {
    }

    protected AkkaException(string? message, Exception? cause = null)
        : base(message, cause)
    {
    }

    protected Exception Cause => InnerException!;
}

/// <summary>A path element that no actor may have as its name.</summary>
public class InvalidActorNameException : AkkaException
{
    public InvalidActorNameException(string message)
        : base(message)
    {
    }

    public InvalidActorNameException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>An Ask that was not answered in time.</summary>
public class AskTimeoutException(string message) : AkkaException(message);

/// <summary>A selection that <c>ResolveOne</c> could not resolve.</summary>
public class ActorNotFoundException : AkkaException
{
    public ActorNotFoundException()
    {
    }

    public ActorNotFoundException(string message, Exception? innerException = null)
        : base(message, innerException)
    {
    }
}

/// <summary>What <see cref="Kill"/> makes an actor throw.</summary>
public class ActorKilledException : AkkaException
{
    public ActorKilledException()
    {
    }

    public ActorKilledException(string message)
        : base(message)
    {
    }
}

/// <summary>An operation that the actor's state forbids, such as stashing a message twice.</summary>
public class IllegalActorStateException(string message) : AkkaException(message);

/// <summary>A message that cannot be sent: null.</summary>
public class InvalidMessageException : AkkaException
{
    public InvalidMessageException()
    {
    }

    public InvalidMessageException(string message)
        : base(message)
    {
    }
}

/// <summary>A watched actor died and its <see cref="Terminated"/> was not handled.</summary>
public class DeathPactException(IActorRef deadActor)
    : AkkaException($"Monitored actor [{deadActor}] terminated")
{
    public IActorRef DeadActor { get; } = deadActor;
}

/// <summary>A logger that did not start.</summary>
public class LoggerInitializationException : AkkaException
{
    public LoggerInitializationException()
    {
    }

    public LoggerInitializationException(string message)
        : base(message)
    {
    }

    public LoggerInitializationException(string message, Exception? cause = null)
        : base(message, cause)
    {
    }
}

/// <summary>A stash that is full.</summary>
public class StashOverflowException(string message, Exception? cause = null) : AkkaException(message, cause);
