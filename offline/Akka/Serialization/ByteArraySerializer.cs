#nullable disable annotations // oblivious, as Akka's own signatures are

using Akka.Actor;

namespace Akka.Serialization;

/// <summary>Bytes as they are.</summary>
public class ByteArraySerializer : Serializer
{
    public ByteArraySerializer(ExtendedActorSystem system)
        : base(system)
    {
    }

    public override bool IncludeManifest => false;

    public override byte[] ToBinary(object obj) => obj is null ? null : (byte[])obj;

    public override object FromBinary(byte[] bytes, Type type) => bytes;
}
