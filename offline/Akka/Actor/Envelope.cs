#nullable disable annotations // oblivious, as Akka's own signatures are: sender, name and message may be null

namespace Akka.Actor;

/// <summary>A message and its sender.</summary>
public readonly struct Envelope
{
    public Envelope(object message, IActorRef sender)
    {
        Message = message;
        Sender = sender;
    }

    public Envelope(object message, IActorRef sender, ActorSystem system)
    {
        Message = message;
        Sender = sender ?? system.DeadLetters;
    }

    public object Message { get; }

    public IActorRef Sender { get; }

    public override string ToString() => $"<{Message}> from {(Sender is null ? "NoSender" : Sender.ToString())}";
}
