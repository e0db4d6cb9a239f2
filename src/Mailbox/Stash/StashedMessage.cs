using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>One message in a stash and its history. The default value stands for a message about which nothing is known.</summary>
internal readonly struct StashedMessage(object message, IActorRef? sender, StashHistory? history)
{
    private readonly object? _message = message;
    private readonly IActorRef? _sender = sender;

    public readonly StashHistory? History = history;

    /// <summary>The message goes to the stash of a persistent actor's own, which has no ledger.</summary>
    public void MoveTo(PersistentRelay relay)
    {
        if (_message is not null && History is not null)
        {
            relay.MayStash(_message, History);
        }
    }

    /// <summary>Compares references, not values, because each of two equal messages has its own history.</summary>
    public bool Is(Envelope envelope) =>
        ReferenceEquals(_message, envelope.Message) && ReferenceEquals(_sender, envelope.Sender);
}
