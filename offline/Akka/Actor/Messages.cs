using Akka.Event;

namespace Akka.Actor;

/// <summary>Stops the receiver when its turn in the mailbox comes.</summary>
public sealed class PoisonPill : IAutoReceivedMessage, IDeadLetterSuppression
{
    private PoisonPill()
    {
    }

    public static PoisonPill Instance { get; } = new();

    public override string ToString() => "<PoisonPill>";
}

/// <summary>Makes the receiver throw <see cref="ActorKilledException"/>.</summary>
public sealed class Kill : IAutoReceivedMessage
{
    private Kill()
    {
    }

    public static Kill Instance { get; } = new();

    public override string ToString() => "<Kill>";
}

/// <summary>Asks the receiver for its <see cref="ActorIdentity"/>.</summary>
public sealed class Identify(object? messageId) : IAutoReceivedMessage
{
    public object MessageId { get; } = messageId!;

    public override bool Equals(object? obj) => obj is Identify other && Equals(MessageId, other.MessageId);

    public override int GetHashCode() => MessageId?.GetHashCode() ?? 0;

    public override string ToString() => $"<Identify - MessageId: {MessageId}>";
}

/// <summary>The answer to <see cref="Identify"/>; the subject is null when nobody is there.</summary>
public sealed class ActorIdentity(object? messageId, IActorRef? subject)
{
    public object MessageId { get; } = messageId!;

    public IActorRef Subject { get; } = subject!;

    public override bool Equals(object? obj) =>
        obj is ActorIdentity other && Equals(MessageId, other.MessageId) && Equals(Subject, other.Subject);

    public override int GetHashCode() => HashCode.Combine(MessageId, Subject);

    public override string ToString() => $"<ActorIdentity MessageId: {MessageId}, Subject: {Subject}>";
}

/// <summary>A watched actor has died.</summary>
public sealed class Terminated(IActorRef actorRef, bool existenceConfirmed, bool addressTerminated)
    : IAutoReceivedMessage, IDeadLetterSuppression, IEquatable<Terminated>
{
    public IActorRef ActorRef { get; } = actorRef;

    public bool AddressTerminated { get; } = addressTerminated;

    public bool ExistenceConfirmed { get; } = existenceConfirmed;

    public bool Equals(Terminated? other) =>
        other is not null && Equals(ActorRef, other.ActorRef)
        && AddressTerminated == other.AddressTerminated && ExistenceConfirmed == other.ExistenceConfirmed;

    public override bool Equals(object? obj) => Equals(obj as Terminated);

    public override int GetHashCode() => HashCode.Combine(ActorRef, AddressTerminated, ExistenceConfirmed);

    public override string ToString() => $"<Terminated>: {ActorRef} - ExistenceConfirmed={ExistenceConfirmed}";
}

/// <summary>Sent by nobody here: there is no receive time-out.</summary>
public class ReceiveTimeout
{
    private ReceiveTimeout()
    {
    }
}

/// <summary>The outcome of an operation, as a message.</summary>
public abstract class Status
{
    /// <summary>It did not; an Ask that receives this throws the cause.</summary>
    public sealed class Failure(Exception cause) : Status
    {
        public readonly Exception Cause = cause;

        public override string ToString() => "Failure: " + Cause;
    }
}
