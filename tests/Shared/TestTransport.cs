namespace AkkaInstrumentation.Tests;

/// <summary>Akka.Remote over its transport in memory.</summary>
public static class TestTransport
{
    /// <summary>Systems with one network see each other.</summary>
    public static string Hocon(string system, int port, string? network = null) =>
        $$"""
        akka.remote {
          enabled-transports = ["akka.remote.test"]
          test {
            transport-class = "Akka.Remote.Transport.TestTransport, Akka.Remote"
            applied-adapters = []
            maximum-payload-bytes = 128000b
            scheme-identifier = test
            registry-key = "{{network ?? system}}"
            local-address = "test://{{system}}@127.0.0.1:{{port.ToString(CultureInfo.InvariantCulture)}}"
          }
        }

        """;
}
