#nullable disable annotations // oblivious, as Akka's own signatures are

using Akka.Actor;

namespace Akka.Serialization;

/// <summary>A serializer that names what it has written itself.</summary>
public abstract class SerializerWithStringManifest : Serializer
{
    protected SerializerWithStringManifest(ExtendedActorSystem system)
        : base(system)
    {
    }

    public sealed override bool IncludeManifest => true;

    public sealed override object FromBinary(byte[] bytes, Type type) => FromBinary(bytes, type?.FullName);

    public abstract object FromBinary(byte[] bytes, string manifest);

    public abstract string Manifest(object o);
}
