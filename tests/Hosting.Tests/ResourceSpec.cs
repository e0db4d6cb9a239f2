using OpenTelemetry.Resources;

namespace AkkaInstrumentation.Tests;

/// <summary>What a resource says of the actor system: what is known when its provider is built.</summary>
public sealed class ResourceSpec
{
    [Fact]
    public void Name_roles_and_address_come_from_the_HOCON_that_the_system_will_have() => Assert.Equal(
        [$"{AkkaSpanAttributes.ActorSystemName} = shop", "akka.cluster.roles = cart, front", "akka.node.address = akka.tcp://shop@10.0.0.7:4053"],
        Detected(builder => builder.AddAkkaDetector("shop", ConfigurationFactory.ParseString(
            """
            akka.cluster.roles = ["cart", "front"]
            akka.remote.dot-netty.tcp { hostname = 0.0.0.0, public-hostname = 10.0.0.7, port = 4053 }
            """))));

    [Theory]
    [InlineData("akka.remote.dot-netty.tcp { hostname = 10.0.0.7, port = 0 }")]
    [InlineData("""akka.remote.dot-netty.tcp { hostname = "", port = 4053 }""")]
    [InlineData("akka.remote.dot-netty.tcp { hostname = 10.0.0.7, port = many }")]
    [InlineData("akka.cluster.roles = []")]
    public void What_only_a_start_decides_is_left_out(string hocon) =>
        Assert.Equal([$"{AkkaSpanAttributes.ActorSystemName} = shop"], Detected(builder => builder.AddAkkaDetector("shop",
            ConfigurationFactory.ParseString(hocon))));

    [Fact]
    public void HOCON_that_cannot_be_read_fails_no_provider() =>
        Assert.DoesNotContain(
            Detected(builder => builder.AddAkkaDetector("shop", ConfigurationFactory.ParseString("akka.cluster.roles { not = [a, list] }"))),
            attribute => attribute.StartsWith("akka.cluster", StringComparison.Ordinal));

    [Fact]
    public async Task A_system_that_runs_already_is_asked_itself()
    {
        await using var host = await TestHost.StartWithoutSdk(akka => akka
            .AddHocon("akka.cluster.roles = [cart]", HoconAddMode.Prepend).WithInstrumentation());
        Assert.Equal(
            [$"{AkkaSpanAttributes.ActorSystemName} = {host.System.Name}", "akka.cluster.roles = cart"],
            Detected(builder => builder.AddAkkaDetector(host.System)));
    }

    private static IEnumerable<string> Detected(Action<ResourceBuilder> add)
    {
        var builder = ResourceBuilder.CreateEmpty();
        add(builder);
        return builder.Build().Attributes
            .Select(attribute => $"{attribute.Key} = {(attribute.Value is string[] all ? string.Join(", ", all) : attribute.Value)}")
            .Order(StringComparer.Ordinal);
    }
}
