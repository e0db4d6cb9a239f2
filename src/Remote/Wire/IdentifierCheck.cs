using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Checks at the start of a system that no other serializer has the identifier of the envelope's serializer. If two serializers have one identifier,
/// Akka uses the one that it created last, and the messages of the other are lost.
/// </summary>
internal static class IdentifierCheck
{
    private const string Identifiers = "akka.actor.serialization-identifiers";
    private const string Bindings = "akka.actor.serialization-bindings";
    private const string Name = "AkkaInstrumentation.RemoteEnvelopeSerializer, AkkaInstrumentation.Remote";

    /// <returns>The identifier.</returns>
    /// <exception cref="ConfigurationException">Another serializer has the identifier, or envelopes have another serializer.</exception>
    public static int Run(ExtendedActorSystem system)
    {
        if (system.Serialization.FindSerializerForType(typeof(RemoteEnvelope)) is not RemoteEnvelopeSerializer mine)
        {
            throw new ConfigurationException(
                $"{Bindings}.\"AkkaInstrumentation.RemoteEnvelope, AkkaInstrumentation.Remote\" is not valid: allowed is a serializer "
                    + $"of the type {Name}.");
        }

        var identifier = mine.Identifier;
        var others = WithIdentifier(system, identifier).Concat(OfBindings(system, identifier)).Distinct().ToList();
        if (others.Count == 0 && OrNull(() =>
            system.Serialization.Deserialize(RemoteEnvelopeSerializer.Probe, identifier, "")) is not RemoteEnvelopeSerializer)
        {
            others.Add("another serializer");
        }

        return others.Count == 0 ? identifier : throw new ConfigurationException(
            $"{Identifiers}.\"{Name}\" = {identifier} is also the identifier of {string.Join(" and ", others)}, allowed is a number that no other "
                + "serializer has.");
    }

    private static IEnumerable<string> WithIdentifier(ExtendedActorSystem system, int identifier) =>
        from item in system.Settings.Config.GetConfig(Identifiers).AsEnumerable()
        where TypeOf(item.Key) != TypeOf(Name) && int.TryParse(item.Value.GetString(), out var other) && other == identifier
        select TypeOf(item.Key);

    private static IEnumerable<string> OfBindings(ExtendedActorSystem system, int identifier) =>
        from item in system.Settings.Config.GetConfig(Bindings).AsEnumerable()
        let serializer = OrNull(() => SerializerOf(system, item.Key))
        where serializer is not (null or RemoteEnvelopeSerializer) && serializer.Identifier == identifier
        select serializer.GetType().FullName;

    [UnconditionalSuppressMessage("Trimming", "IL2057", Justification = "A type that a trimmer has removed has no messages.")]
    private static Akka.Serialization.Serializer? SerializerOf(ExtendedActorSystem system, string bound) =>
        Type.GetType(bound, throwOnError: false) is { } type ? system.Serialization.FindSerializerForType(type) : null;

    // Other serializers and names in the configuration may throw anything.
    private static T? OrNull<T>(Func<T?> ask)
        where T : class
    {
        try
        {
            return ask();
        }
        catch (Exception)
        {
            return null;
        }
    }

    // Without the assembly, which may be written in several ways.
    private static string TypeOf(string name) => name.Split(',')[0].Trim();
}
