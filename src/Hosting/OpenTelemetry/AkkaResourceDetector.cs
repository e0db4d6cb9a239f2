using Akka.Actor;
using Akka.Configuration;
using OpenTelemetry.Resources;

namespace AkkaInstrumentation;

/// <summary>
/// Describes an actor system when a provider is built: from its HOCON, or from the system itself if it is running already. It never makes a provider
/// fail.
/// </summary>
internal sealed class AkkaResourceDetector(string system, Config hocon, ExtendedActorSystem? running = null) : IResourceDetector
{
    private const string Transport = "akka.remote.dot-netty.tcp";

    public Resource Detect() => TelemetryFault.GuardValue(
        TelemetryFault.Listener, this, static detector => new Resource(detector.Attributes()), Resource.Empty);

    private List<KeyValuePair<string, object>> Attributes()
    {
        var found = new List<KeyValuePair<string, object>> { new(AkkaSpanAttributes.ActorSystemName, system) };
        if (!hocon.IsNullOrEmpty() && hocon.GetStringList("akka.cluster.roles") is { Count: > 0 } roles)
        {
            found.Add(new(AkkaResourceAttributes.ClusterRoles, roles.ToArray()));
        }

        if ((AddressOf(running) ?? AddressIn(hocon, system)) is { } address)
        {
            found.Add(new(AkkaSpanAttributes.NodeAddress, address.ToString()));
        }

        return found;
    }

    private static Address? AddressOf(ExtendedActorSystem? running) =>
        running?.Provider.DefaultAddress is { Host: { Length: > 0 }, Port: > 0 } address ? address : null;

    private static Address? AddressIn(Config hocon, string system)
    {
        var host = Text(hocon, "public-hostname") ?? Text(hocon, "hostname");
        var port = Port(hocon, "public-port") ?? Port(hocon, "port");
        return host is null || port is null ? null : new Address("akka.tcp", system, host, port);
    }

    private static string? Text(Config hocon, string key) =>
        !hocon.IsNullOrEmpty() && hocon.GetString($"{Transport}.{key}") is { Length: > 0 } text ? text : null;

    private static int? Port(Config hocon, string key) =>
        Text(hocon, key) is { } text && int.TryParse(text, System.Globalization.CultureInfo.InvariantCulture, out var port) && port > 0 ? port : null;
}
