using Akka.Actor;
using Akka.Event;
using Akka.Serialization;

namespace Akka.Remote.Transport;

/// <summary>Writes to one other system. While that is not there, messages are dead letters.</summary>
internal sealed class EndpointWriter(TestTransport transport, Address address) : UntypedActor
{
    private TestTransport? _other;

    protected override void OnReceive(object message)
    {
        var outbound = (Outbound)message;
        if (transport.At(address) is not { } other || transport.HasQuarantined(address, other.Uid))
        {
            if (_other is not null)
            {
                _other = null;
                transport.System.EventStream.Publish(new DisassociatedEvent(transport.DefaultAddress, address, inbound: false));
            }

            transport.System.DeadLetters.Tell(outbound.Message, outbound.Sender);
            return;
        }

        if (!ReferenceEquals(other, _other))
        {
            _other = other;
            transport.System.EventStream.Publish(new AssociatedEvent(transport.DefaultAddress, address, inbound: false));
        }

        try
        {
            var serializer = transport.System.Serialization.FindSerializerFor(outbound.Message);
            var bytes = serializer.ToBinary(outbound.Message);
            var identifier = serializer.Identifier;
            var manifest = serializer is SerializerWithStringManifest named ? named.Manifest(outbound.Message) : "";
            other.Receive(transport, new Inbound(bytes, identifier, manifest, outbound.Recipient.Path.ToString(), SenderOf(outbound)));
        }
        catch (Exception e)
        {
            transport.System.EventStream.Publish(new AssociationErrorEvent(e, transport.DefaultAddress, address, inbound: false, LogLevel.ErrorLevel));
            transport.System.Log.Error(e, "not written");
        }
    }

    private string? SenderOf(Outbound outbound) => outbound.Sender is null || outbound.Sender.IsNobody() ? null : Serialization.WireSerializer.PathOf(outbound.Sender, transport.DefaultAddress);
}
