using Akka.Actor;
using Akka.Event;

namespace Akka.Remote.Transport;

/// <summary>Reads from one other system: deserializes a message and tells it to its receiver, in one handler.</summary>
internal sealed class EndpointReader(ExtendedActorSystem system, RemoteActorRefProvider provider) : UntypedActor
{
    protected override void OnReceive(object message)
    {
        var inbound = (Inbound)message;
        try
        {
            var payload = system.Serialization.Deserialize(inbound.Bytes, inbound.Serializer, inbound.Manifest);
            var sender = inbound.Sender is null ? system.DeadLetters : Resolve(inbound.Sender);
            var recipient = Resolve(inbound.Recipient);
            if (payload is ActorSelectionMessage selection)
            {
                ActorSelection.Deliver((IInternalActorRef)recipient, sender, selection);
            }
            else
            {
                recipient.Tell(payload, sender);
            }
        }
        catch (Exception e)
        {
            system.Log.Error(e, "not read");
        }
    }

    private IActorRef Resolve(string path) => ActorPath.TryParse(path, out var parsed) ? provider.ResolveActorRef(parsed) : system.DeadLetters;
}
