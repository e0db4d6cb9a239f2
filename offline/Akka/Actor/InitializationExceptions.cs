namespace Akka.Actor;

/// <summary>An actor that could not be created, started or restarted.</summary>
public class ActorInitializationException : AkkaException
{
    public ActorInitializationException(string message)
        : base(message)
    {
    }

    public ActorInitializationException(IActorRef? actor, string message, Exception? cause = null)
        : base(message, cause)
    {
    }
}

/// <summary><c>PreRestart</c> threw.</summary>
public class PreRestartException(IActorRef? actor, Exception restartException, Exception cause, object? optionalMessage)
    : ActorInitializationException(
        actor,
        $"PreRestart threw {restartException.GetType()}; the actor failed with {cause.GetType()} in {optionalMessage?.GetType()}.",
        cause);

/// <summary>The constructor or <c>PostRestart</c> of a restarted actor threw.</summary>
public class PostRestartException(IActorRef? actor, Exception cause, Exception originalCause)
    : ActorInitializationException(actor, $"The restart after {originalCause.GetType()} failed.", cause);
