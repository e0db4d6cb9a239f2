using Akka.Actor;
using Akka.Configuration;
using OpenTelemetry.Resources;

namespace AkkaInstrumentation;

/// <summary>
/// What is known of an actor system when a provider is built: from its HOCON, or from the system itself if it is running already. It never fails a
/// provider.
/// </summary>
internal sealed class AkkaResourceDetector(string? systemName, Config? config) : IResourceDetector
{
    private const string Transport = "akka.remote.dot-netty.tcp";

    public Resource Detect() => TelemetryFault.GuardValue(
        TelemetryFault.Listener, (systemName, config), static given => new Resource(Attributes(given.systemName, given.config)), Resource.Empty);

    private static List<KeyValuePair<string, object>> Attributes(string? name, Config? config)
    {
        var running = SystemInsight.InProcess.Where(system => name is null || system.SystemName == name).Take(2).ToList() is [var one]
            ? one.System : null;
        var hocon = config ?? running?.Settings.Config ?? Config.Empty;
        var found = new List<KeyValuePair<string, object>>();
        if ((name ?? running?.Name) is not { } system)
        {
            return found;
        }

        found.Add(new(AkkaSpanAttributes.ActorSystemName, system));
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
