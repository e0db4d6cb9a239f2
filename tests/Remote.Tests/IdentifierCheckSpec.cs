namespace AkkaInstrumentation.Tests;

/// <summary>Two serializers with one identifier would lose messages, so the system does not start.</summary>
public sealed class IdentifierCheckSpec
{
    [Fact]
    public void A_collision_is_an_error_at_the_start()
    {
        var error = Assert.ThrowsAny<Exception>(() => Node.Start(Node.Network(), 1, RawEnvelopeSerializer.Hocon));
        var cause = Assert.IsType<ConfigurationException>(error is ConfigurationException ? error : error.InnerException);
        Assert.Equal(
            "akka.actor.serialization-identifiers.\"AkkaInstrumentation.RemoteEnvelopeSerializer, AkkaInstrumentation.Remote\" = 1943 is also the identifier of "
            + "AkkaInstrumentation.Tests.RawEnvelopeSerializer, allowed is a number that no other serializer has.",
            cause.Message);
    }

    [Fact]
    public async Task The_identifier_can_be_changed()
    {
        await using var node = Node.Start(Node.Network(), 1, $$"""
            {{RawEnvelopeSerializer.Hocon}}
            akka.actor.serialization-identifiers."AkkaInstrumentation.RemoteEnvelopeSerializer, AkkaInstrumentation.Remote" = 2001
            """);
        Assert.Equal(2001, node.System.Serialization.FindSerializerForType(typeof(RemoteEnvelope)).Identifier);
    }
}
