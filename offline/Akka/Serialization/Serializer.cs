#nullable disable annotations // oblivious, as Akka's own signatures are

using Akka.Actor;

namespace Akka.Serialization;

/// <summary>Turns messages into bytes and back. Its identifier travels with the bytes.</summary>
public abstract class Serializer
{
    private const string Identifiers = "akka.actor.serialization-identifiers";

    protected readonly ExtendedActorSystem system;

    private int? _configured;

    protected Serializer(ExtendedActorSystem system) => this.system = system;

    public virtual int Identifier => _configured ??= Configured();

    public abstract bool IncludeManifest { get; }

    public abstract byte[] ToBinary(object obj);

    public abstract object FromBinary(byte[] bytes, Type type);

    private int Configured() =>
        system.Settings.Config.GetConfig(Identifiers).AsEnumerable()
            .Where(item => Type.GetType(item.Key, throwOnError: true) == GetType())
            .Select(item => (int?)item.Value.GetInt())
            .FirstOrDefault() ?? throw new ArgumentException($"[{GetType()}] has no identifier under [{Identifiers}]");
}
