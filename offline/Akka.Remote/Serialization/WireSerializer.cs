using System.Runtime.Serialization;
using Akka.Actor;
using Akka.Serialization;

namespace Akka.Remote.Serialization;

/// <summary>The messages that tests send to other systems: texts, numbers, and those of Akka that find an actor.</summary>
internal sealed class WireSerializer(ExtendedActorSystem system) : SerializerWithStringManifest(system)
{
    public static string PathOf(IActorRef actor, Address local)
    {
        var path = actor.Path.Address.Host is null ? actor.Path.ToStringWithAddress(local) : actor.Path.ToString();
        return actor.Path.Uid == 0 ? path : $"{path}#{actor.Path.Uid}";
    }

    public override string Manifest(object o) => o switch
    {
        string => "S",
        int => "I",
        Identify => "Q",
        ActorIdentity => "A",
        ActorSelectionMessage => "M",
        _ => throw new SerializationException($"Offline a {o.GetType()} cannot be sent to another system"),
    };

    public override byte[] ToBinary(object obj)
    {
        using var bytes = new MemoryStream();
        using (var writer = new BinaryWriter(bytes))
        {
            Write(writer, obj);
        }

        return bytes.ToArray();
    }

    public override object FromBinary(byte[] bytes, string manifest)
    {
        using var reader = new BinaryReader(new MemoryStream(bytes));
        return Read(reader, manifest);
    }

    private void Write(BinaryWriter writer, object value)
    {
        switch (value)
        {
            case string text:
                writer.Write(text);
                break;
            case int number:
                writer.Write(number);
                break;
            case Identify identify:
                Write(writer, identify.MessageId.ToString()!);
                break;
            case ActorIdentity identity:
                writer.Write(identity.MessageId.ToString()!);
                writer.Write(identity.Subject is null ? "" : PathOf(identity.Subject, ((ExtendedActorSystem)system).Provider.DefaultAddress));
                break;
            case ActorSelectionMessage selection:
                writer.Write(Manifest(selection.Message));
                Write(writer, selection.Message);
                writer.Write(selection.WildCardFanOut);
                writer.Write(string.Join<SelectionPathElement>("/", selection.Elements));
                break;
        }
    }

    private object Read(BinaryReader reader, string manifest)
    {
        switch (manifest)
        {
            case "S":
                return reader.ReadString();
            case "I":
                return reader.ReadInt32();
            case "Q":
                return new Identify(reader.ReadString());
            case "A":
                var id = reader.ReadString();
                return new ActorIdentity(id, ActorPath.TryParse(reader.ReadString(), out var path) ? system.Provider.ResolveActorRef(path) : null);
            case "M":
                var message = Read(reader, reader.ReadString());
                var isFannedOut = reader.ReadBoolean();
                return new ActorSelectionMessage(message, new ActorSelection(ActorRefs.Nobody, reader.ReadString()).Path, isFannedOut);
            default:
                throw new SerializationException($"[{manifest}] is no manifest of this serializer");
        }
    }
}
