#nullable disable annotations // oblivious, as Akka's own signatures are

using System.Runtime.Serialization;
using Akka.Actor;

namespace Akka.Serialization;

/// <summary>The serializers that a system's configuration names, and what they are bound to. Offline it names only one.</summary>
public class Serialization
{
    private readonly Dictionary<int, Serializer> _byId = [];
    private readonly Dictionary<string, Serializer> _byName = [];
    private readonly Dictionary<Type, Serializer> _byType = [];

    public Serialization(ExtendedActorSystem system)
    {
        var config = system.Settings.Config;
        foreach (var (name, value) in config.GetConfig("akka.actor.serializers").AsEnumerable())
        {
            AddSerializer(name, (Serializer)Activator.CreateInstance(Type.GetType(value.GetString(), throwOnError: true)!, system)!);
        }

        foreach (var (type, name) in config.GetConfig("akka.actor.serialization-bindings").AsEnumerable())
        {
            AddSerializationMap(Type.GetType(type, throwOnError: true)!, _byName[name.GetString()]);
        }
    }

    /// <summary>Of two that claim one identifier the later one has it.</summary>
    public void AddSerializer(string name, Serializer serializer) => _byId[serializer.Identifier] = _byName[name] = serializer;

    public void AddSerializationMap(Type type, Serializer serializer) => _byType[type] = serializer;

    public static string ManifestFor(Serializer s, object msg) => s is SerializerWithStringManifest named ? named.Manifest(msg) : "";

    public object Deserialize(byte[] bytes, int serializerId, string manifest) =>
        !_byId.TryGetValue(serializerId, out var serializer) ? throw new SerializationException($"No serializer has the identifier [{serializerId}]")
        : serializer is SerializerWithStringManifest named ? named.FromBinary(bytes, manifest)
        : serializer.FromBinary(bytes, (Type)null);

    public Serializer FindSerializerFor(object obj, string defaultSerializerName = null) => FindSerializerForType(obj.GetType(), defaultSerializerName);

    public object Deserialize(byte[] bytes, int serializerId, Type type) => _byId[serializerId].FromBinary(bytes, type);

    public Serializer FindSerializerForType(Type objectType, string defaultSerializerName = null) =>
        _byType.GetValueOrDefault(objectType)
        ?? _byType.FirstOrDefault(bound => bound.Key != typeof(object) && bound.Key.IsAssignableFrom(objectType)).Value
        ?? _byType.GetValueOrDefault(typeof(object))
        ?? throw new NotSupportedException($"No serializer is bound to [{objectType}]");
}
