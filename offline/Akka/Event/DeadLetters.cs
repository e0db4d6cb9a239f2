#nullable disable annotations // oblivious, as Akka's own signatures are: the sender may be null

using Akka.Actor;

namespace Akka.Event;

/// <summary>A message whose actor does not exist or has stopped.</summary>
public sealed class DeadLetter : AllDeadLetters
{
    public DeadLetter(object message, IActorRef sender, IActorRef recipient)
        : base(message, Required(sender, nameof(sender)), Required(recipient, nameof(recipient)))
    {
    }
}

/// <summary>A message that need not be reported as a dead letter.</summary>
public interface IDeadLetterSuppression;

/// <summary>A dead letter whose message is an <see cref="IDeadLetterSuppression"/>.</summary>
public sealed class SuppressedDeadLetter : AllDeadLetters
{
    public SuppressedDeadLetter(IDeadLetterSuppression message, IActorRef sender, IActorRef recipient)
        : base(message, Required(sender, nameof(sender)), Required(recipient, nameof(recipient)))
    {
    }
}

/// <summary>A message that an actor did not handle.</summary>
public sealed class UnhandledMessage : AllDeadLetters
{
    public UnhandledMessage(object message, IActorRef sender, IActorRef recipient)
        : base(message, sender, recipient)
    {
    }
}

/// <summary>A message that was dropped on purpose, for instance by a full mailbox.</summary>
public sealed class Dropped : AllDeadLetters
{
    public Dropped(object message, string reason, IActorRef sender, IActorRef recipient)
        : base(message, sender, recipient)
    {
    }

    public Dropped(object message, string reason, IActorRef recipient)
        : this(message, reason, ActorRefs.NoSender, recipient)
    {
    }
}
