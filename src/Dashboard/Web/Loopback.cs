using System.Net;
using Microsoft.AspNetCore.Http;

namespace AkkaInstrumentation;

/// <summary>
/// Whether a request stays on this machine. A page of another site can reach a server on this machine by a name of its own that resolves to 127.0.0.1
/// (DNS rebinding), and the browser then takes both for one origin. The <c>Host</c> header still has that name.
/// </summary>
internal static class Loopback
{
    /// <summary>Whether the <c>Host</c> header is <c>localhost</c>, <c>*.localhost</c>, 127.0.0.0/8 or <c>[::1]</c>.</summary>
    public static bool IsHost(HostString host) =>
        host.Host is { Length: > 0 } name
        && (name.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || name.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(name, out var address) && IPAddress.IsLoopback(address)));

    /// <summary>Whether both the <c>Host</c> header and the other end of the connection are this machine.</summary>
    public static bool IsLocal(HttpContext context) =>
        IsHost(context.Request.Host) && context.Connection.RemoteIpAddress is { } address && IPAddress.IsLoopback(address);
}
