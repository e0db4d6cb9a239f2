using System.Net;
using System.Net.Sockets;

namespace AkkaInstrumentation.Tests;

/// <summary>A port that was free a moment ago.</summary>
public static class FreePort
{
    public static int Find()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
