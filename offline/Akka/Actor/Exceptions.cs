namespace Akka.Actor;

/// <summary>Base of the exceptions that Akka itself throws.</summary>
public abstract class AkkaException : Exception
{
    protected AkkaException(string? message, Exception? cause = null)
        : base(message, cause)
    {
    }
}

/// <summary>A path element that no actor may have as its name.</summary>
public class InvalidActorNameException(string message) : AkkaException(message);

/// <summary>An Ask that was not answered in time.</summary>
public class AskTimeoutException(string message) : AkkaException(message);

/// <summary>A selection that <c>ResolveOne</c> could not resolve.</summary>
public class ActorNotFoundException(string message, Exception? innerException = null) : AkkaException(message, innerException);

/// <summary>What <see cref="Kill"/> makes an actor throw.</summary>
public class ActorKilledException(string message) : AkkaException(message);

/// <summary>An operation that the actor's state forbids, such as stashing a message twice.</summary>
public class IllegalActorStateException(string message) : AkkaException(message);

/// <summary>A message that cannot be sent: null.</summary>
public class InvalidMessageException(string message) : AkkaException(message);

/// <summary>A watched actor died and its <see cref="Terminated"/> was not handled.</summary>
public class DeathPactException(IActorRef deadActor) : AkkaException($"{deadActor}, which this actor watches, has stopped.");

/// <summary>A stash that is full.</summary>
public class StashOverflowException(string message, Exception? cause = null) : AkkaException(message, cause);
