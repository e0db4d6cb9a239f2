using Akka.Serialization;

namespace AkkaInstrumentation.Tests;

/// <summary>Bytes that a node without this library sends as if they were an envelope.</summary>
public sealed record RawEnvelope(byte[] Bytes);

/// <summary>Has the identifier of the envelopes' serializer.</summary>
public sealed class RawEnvelopeSerializer(ExtendedActorSystem system) : SerializerWithStringManifest(system)
{
    /// <summary>For a node without this library.</summary>
    public const string Hocon =
        """
        akka.actor {
          serializers.raw = "AkkaInstrumentation.Tests.RawEnvelopeSerializer, Remote.Tests"
          serialization-bindings."AkkaInstrumentation.Tests.RawEnvelope, Remote.Tests" = raw
          serialization-identifiers."AkkaInstrumentation.Tests.RawEnvelopeSerializer, Remote.Tests" = 1943
        }
        """;

    public override string Manifest(object o) => "";

    public override byte[] ToBinary(object obj) => ((RawEnvelope)obj).Bytes;

    public override object FromBinary(byte[] bytes, string manifest) => throw new NotSupportedException();

    /// <summary>An envelope around a text, with any version and context.</summary>
    public static RawEnvelope Around(ExtendedActorSystem system, string text, byte version, byte[] context)
    {
        var inner = system.Serialization.FindSerializerFor(text);
        var bytes = EnvelopeFormat.Write(context, inner.Identifier, Serialization.ManifestFor(inner, text) ?? "", inner.ToBinary(text));
        bytes[0] = version;
        return new RawEnvelope(bytes);
    }
}
