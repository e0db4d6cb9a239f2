using Akka.Actor;
using Akka.Serialization;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Bytes that a node without this library sends as if they were an envelope.</summary>
internal sealed record RawBytes(byte[] Bytes);

/// <summary>Has the identifier of the envelopes' serializer.</summary>
internal sealed class RawBytesSerializer(ExtendedActorSystem system) : SerializerWithStringManifest(system)
{
    public const int Envelopes = 1943;

    public const string Hocon =
        """
        akka.actor {
          serializers.raw = "AkkaInstrumentation.Benchmarks.RawBytesSerializer, BadDay"
          serialization-bindings."AkkaInstrumentation.Benchmarks.RawBytes, BadDay" = raw
          serialization-identifiers."AkkaInstrumentation.Benchmarks.RawBytesSerializer, BadDay" = 1943
        }
        """;

    public override string Manifest(object o) => "";

    public override byte[] ToBinary(object obj) => ((RawBytes)obj).Bytes;

    public override object FromBinary(byte[] bytes, string manifest) => throw new NotSupportedException("an envelope at a node that cannot read it");
}
