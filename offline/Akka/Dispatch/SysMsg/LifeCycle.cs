using Akka.Actor;
using Akka.Event;

namespace Akka.Dispatch.SysMsg;

/// <summary>Closes the list of a mailbox that will never run again.</summary>
public sealed class NoMessage : SystemMessage
{
    internal static readonly NoMessage Closed = new();
}

/// <summary>First message of every actor.</summary>
public sealed class Create(ActorInitializationException? failure = null) : SystemMessage
{
    public ActorInitializationException Failure { get; } = failure!;
}

/// <summary>Restarts the actor.</summary>
public sealed class Recreate(Exception cause) : SystemMessage
{
    public Exception Cause { get; } = cause;
}

/// <summary>Stops the user's messages until the matching <see cref="Resume"/>.</summary>
public sealed class Suspend : SystemMessage;

/// <summary>Lets the user's messages flow again.</summary>
public sealed class Resume(Exception causedByFailure) : SystemMessage
{
    public Exception CausedByFailure { get; set; } = causedByFailure;
}

/// <summary>Stops the actor and its children.</summary>
public sealed class Terminate : SystemMessage, IDeadLetterSuppression;

/// <summary>A child introduces itself to its parent.</summary>
public sealed class Supervise(IActorRef child, bool async) : SystemMessage
{
    public IActorRef Child { get; } = child;

    public bool Async { get; } = async;
}

/// <summary>A child failed; sent by its cell on the failing thread, inside the failing message.</summary>
public sealed class Failed(IActorRef child, Exception cause, long uid) : SystemMessage
{
    public IActorRef Child { get; } = child;

    public Exception Cause { get; } = cause;

    public long Uid { get; } = uid;
}
