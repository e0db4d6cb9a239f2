#nullable disable annotations // oblivious, as Akka's own signatures are: the sender may be null

using Akka.Actor;

namespace Akka.Event;

/// <summary>A message that did not reach, or did not interest, its recipient.</summary>
public abstract class AllDeadLetters : IWrappedMessage
{
    protected AllDeadLetters(object message, IActorRef sender, IActorRef recipient)
    {
        Message = message;
        Sender = sender;
        Recipient = recipient;
    }

    public object Message { get; }

    public IActorRef Sender { get; }

    public IActorRef Recipient { get; }

    public override string ToString() => $"{GetType().Name}: {Message} of {Sender} for {Recipient}";

    private protected static IActorRef Required(IActorRef actor, string role) => actor ?? throw new ArgumentNullException(role);
}
