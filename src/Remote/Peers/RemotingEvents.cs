using Akka.Actor;
using Akka.Event;
using Akka.Remote;

namespace AkkaInstrumentation;

/// <summary>
/// Follows the events that remoting publishes to the event stream. It is a reference without an actor, so it learns of a new association on the
/// thread that has created it, before a message is written.
/// </summary>
internal sealed class RemotingEvents(ExtendedActorSystem system, Peers peers, SerializationFailures failures) : MinimalActorRef
{
    public override ActorPath Path { get; } = new RootActorPath(Address.AllSystems) / "AkkaInstrumentation.Remote";

    public override IActorRefProvider Provider => system.Provider;

    public static void Subscribe(ExtendedActorSystem system, Peers peers, SerializationFailures failures)
    {
        var events = new RemotingEvents(system, peers, failures);
        system.EventStream.Subscribe(events, typeof(RemotingLifecycleEvent));
        system.EventStream.Subscribe(events, typeof(SuppressedDeadLetter));
        system.EventStream.Subscribe(events, typeof(Warning));
        system.EventStream.Subscribe(events, typeof(Error));
    }

    /// <summary>Publisher's thread. Never throws.</summary>
    protected override void TellInternal(object message, IActorRef sender) => TelemetryFault.Guard(TelemetryFault.Event, message, Follow);

    private void Follow(object message)
    {
        switch (message)
        {
            case AssociatedEvent associated:
                var direction = associated.IsInbound ? RemoteCounts.Inbound : RemoteCounts.Outbound;
                peers.Counts?.Associations.For((ForeignText.Of(associated.RemoteAddress), direction)).Increment();
                peers.Associated(associated.RemoteAddress);
                break;
            case DisassociatedEvent disassociated:
                peers.Disassociated(disassociated.RemoteAddress);
                break;
            case AssociationErrorEvent error:
                peers.Counts?.Errors.For(ForeignText.Of(error.RemoteAddress)).Increment();
                break;
            case QuarantinedEvent quarantined:
                peers.Counts?.Quarantines.For((ForeignText.Of(quarantined.Address), RemoteCounts.Outbound)).Increment();
                peers.Disassociated(quarantined.Address);
                break;
            case ThisActorSystemQuarantinedEvent us:
                peers.Counts?.Quarantines.For((ForeignText.Of(us.RemoteAddress), RemoteCounts.Inbound)).Increment();
                break;
            case LogEvent log:
                failures.Logged(log);
                break;
            case SuppressedDeadLetter { Message: ITraceEnvelope envelope } letter:
                // The message could not be sent. Subscribers see the message itself, as without this library.
                envelope.CountDrop();
                EventCounts.DropsFor(envelope.Node);
                system.DeadLetters.Tell(envelope.Message, letter.Sender);
                EventCounts.DropsFor(null);
                break;
        }
    }
}
