using Akka.Actor;
using Akka.Event;
using Akka.Remote;

namespace AkkaInstrumentation;

/// <summary>
/// Follows what remoting publishes to the event stream. It is a reference without an actor, so it knows of a new association on the thread that has
/// made it, before a message is written there.
/// </summary>
internal sealed class RemotingEvents : MinimalActorRef
{
    private readonly ExtendedActorSystem _system;
    private readonly Peers _peers;

    public RemotingEvents(ExtendedActorSystem system, Peers peers)
    {
        _system = system;
        _peers = peers;
        Path = new RootActorPath(Address.AllSystems) / "AkkaInstrumentation.Remote";
        system.EventStream.Subscribe(this, typeof(RemotingLifecycleEvent));
        system.EventStream.Subscribe(this, typeof(SuppressedDeadLetter));
    }

    public override ActorPath Path { get; }

    public override IActorRefProvider Provider => _system.Provider;

    /// <summary>Publisher's thread. Never throws.</summary>
    protected override void TellInternal(object message, IActorRef sender)
    {
        try
        {
            Handle(message);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Event, e);
        }
    }

    private void Handle(object message)
    {
        switch (message)
        {
            case AssociatedEvent associated:
                _peers.Counts?.Associated(associated.RemoteAddress.ToString(), associated.IsInbound);
                _peers.Associated(associated.RemoteAddress);
                break;
            case DisassociatedEvent disassociated:
                _peers.Disassociated(disassociated.RemoteAddress);
                break;
            case AssociationErrorEvent error:
                _peers.Counts?.Errors.For(error.RemoteAddress.ToString()).Increment();
                break;
            case QuarantinedEvent quarantined:
                _peers.Counts?.Quarantined(quarantined.Address.ToString(), byOther: false);
                _peers.Disassociated(quarantined.Address);
                break;
            case ThisActorSystemQuarantinedEvent us:
                _peers.Counts?.Quarantined(us.RemoteAddress.ToString(), byOther: true);
                break;
            case SuppressedDeadLetter { Message: ITraceEnvelope envelope } letter:
                // It could not be sent. Subscribers see the message, as without this library.
                _system.DeadLetters.Tell(envelope.Message, letter.Sender);
                break;
        }
    }
}
