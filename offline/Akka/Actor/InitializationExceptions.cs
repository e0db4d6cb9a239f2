namespace Akka.Actor;

/// <summary>An actor that could not be created, started or restarted.</summary>
public class ActorInitializationException : AkkaException
{
    public ActorInitializationException()
    {
    }

    public ActorInitializationException(string message)
        : base(message)
    {
    }

    public ActorInitializationException(string message, Exception cause)
        : base(message, cause)
    {
    }

    public ActorInitializationException(IActorRef? actor, string message, Exception? cause = null)
        : base(message, cause) => Actor = actor!;

    public IActorRef Actor { get; set; } = null!;

    public override string ToString() => Actor is null ? base.ToString() : Actor + ": " + base.ToString();
}

/// <summary><c>PreRestart</c> threw.</summary>
public class PreRestartException(IActorRef? actor, Exception restartException, Exception cause, object? optionalMessage)
    : ActorInitializationException(
        actor,
        $"Exception in PreRestart({(cause is null ? "null" : cause.GetType().FullName)}, {(optionalMessage is null ? "null" : optionalMessage.GetType().FullName)})",
        cause)
{
    public Exception RestartException { get; } = restartException;

    public object OptionalMessage { get; } = optionalMessage!;
}

/// <summary>The constructor or <c>PostRestart</c> of a restarted actor threw.</summary>
public class PostRestartException(IActorRef? actor, Exception cause, Exception originalCause)
    : ActorInitializationException(
        actor,
        $"Exception post restart ({(originalCause is null ? "null" : originalCause.GetType().FullName)})",
        cause)
{
    public Exception OriginalCause { get; } = originalCause!;
}
