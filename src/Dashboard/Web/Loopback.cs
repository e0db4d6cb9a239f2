using System.Net;
using Microsoft.AspNetCore.Http;

namespace AkkaInstrumentation;

/// <summary>
/// Whether a request stays on this machine. A page of another site can reach a server on this machine by a name of that site that resolves to
/// 127.0.0.1 (DNS rebinding), and the browser then treats both as one origin. The <c>Host</c> header still contains that name. A tunnel or a proxy on
/// this machine can set that header, and its requests come from this machine. It is recognised by its forwarding headers.
/// </summary>
internal static class Loopback
{
    private static readonly string[] ProxyHeaders = ["Forwarded", "X-Real-IP", "Via"];

    /// <summary>Whether the <c>Host</c> header is <c>localhost</c>, <c>*.localhost</c>, 127.0.0.0/8 or <c>[::1]</c>.</summary>
    public static bool IsHost(HostString host) =>
        host.Host is { Length: > 0 } name
        && (name.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || name.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(name, out var address) && IPAddress.IsLoopback(address)));

    /// <summary>
    /// Whether both the <c>Host</c> header and the other end of the connection are this machine, and the request was not forwarded. This also holds
    /// if the application has evaluated the headers of a proxy, because anybody can write the address in them.
    /// </summary>
    public static bool IsLocal(HttpContext context) =>
        IsHost(context.Request.Host)
        && context.Connection.RemoteIpAddress is { } address
        && IPAddress.IsLoopback(address)
        && !context.Request.Headers.Keys.Any(IsOfProxy);

    // The middleware of ASP.NET Core that reads X-Forwarded-* leaves X-Original-*.
    private static bool IsOfProxy(string header) =>
        Array.Exists(ProxyHeaders, name => header.Equals(name, StringComparison.OrdinalIgnoreCase))
        || header.StartsWith("X-Forwarded-", StringComparison.OrdinalIgnoreCase)
        || header.StartsWith("X-Original-", StringComparison.OrdinalIgnoreCase);
}
