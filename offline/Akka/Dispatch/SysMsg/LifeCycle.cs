using Akka.Actor;
using Akka.Event;

namespace Akka.Dispatch.SysMsg;

/// <summary>Closes the list of a mailbox that will never run again.</summary>
public sealed class NoMessage : SystemMessage
{
    internal static readonly NoMessage Closed = new();

    public override string ToString() => "NoMessage";
}

/// <summary>First message of every actor.</summary>
public sealed class Create(ActorInitializationException? failure = null) : SystemMessage
{
    public ActorInitializationException Failure { get; } = failure!;

    public override string ToString() => "<Create>" + (Failure is null ? "" : " Failure: " + Failure);
}

/// <summary>Restarts the actor.</summary>
public sealed class Recreate(Exception cause) : SystemMessage
{
    public Exception Cause { get; } = cause;

    public override string ToString() => "<Recreate>" + (Cause is null ? "" : " Cause: " + Cause);
}

/// <summary>Stops the user's messages until the matching <see cref="Resume"/>.</summary>
public sealed class Suspend : SystemMessage
{
    public override string ToString() => "<Suspend>";
}

/// <summary>Lets the user's messages flow again.</summary>
public sealed class Resume(Exception causedByFailure) : SystemMessage
{
    public Exception CausedByFailure { get; set; } = causedByFailure;

    public override string ToString() => "<Resume>" + (CausedByFailure is null ? "" : " CausedByFailure: " + CausedByFailure);
}

/// <summary>Stops the actor and its children.</summary>
public sealed class Terminate : SystemMessage, IPossiblyHarmful, IDeadLetterSuppression
{
    public override string ToString() => "<Terminate>";
}

/// <summary>A child introduces itself to its parent.</summary>
public sealed class Supervise(IActorRef child, bool async) : SystemMessage
{
    public IActorRef Child { get; } = child;

    public bool Async { get; } = async;

    public override string ToString() => $"<Supervise>: {Child}{(Async ? " Async" : "")}";
}

/// <summary>A child failed; sent by its cell on the failing thread, inside the failing message.</summary>
public sealed class Failed(IActorRef child, Exception cause, long uid) : SystemMessage
{
    public IActorRef Child { get; } = child;

    public Exception Cause { get; } = cause;

    public long Uid { get; } = uid;

    public override string ToString() => $"<Failed>: {Child} (UID={Uid}) {(Cause is null ? "" : " Cause: " + Cause)}";
}
