namespace AkkaInstrumentation.Tests.Control;

/// <summary>A full trace of a path that no actor has is reported.</summary>
public class FullTraceWarningSpec
{
    private static readonly TimeSpan Duration = TimeSpan.FromMinutes(1);

    [Theory]
    [InlineData("/user/ordrs")]
    [InlineData("/user/orders/*")]
    public async Task A_path_without_an_actor_is_a_warning(string path)
    {
        await using var system = Systems.Instrumented(KeptLog.Hocon);
        system.ActorOf(Echo.Props, "orders");

        using var trace = AkkaInstrumentationExtension.For(system.System).Control.TraceFully(path, Duration);

        await Eventually.True(() => KeptLog.Of(system.System).Count > 0);
        Assert.Equal(
            $"The full trace of {path} is about no actor that lives now, the nearest path of one is /user/orders. It is in force for actors that start there before it ends.",
            Assert.Single(await KeptLog.Whole(system.System)));
    }

    [Theory]
    [InlineData("/user/orders")]
    [InlineData("/user/*")]
    [InlineData("/user/**")]
    [InlineData("akka://any/user/orders")]
    public async Task A_path_with_an_actor_is_none(string path)
    {
        await using var system = Systems.Instrumented(KeptLog.Hocon);
        system.ActorOf(Echo.Props, "orders");

        using var trace = AkkaInstrumentationExtension.For(system.System).Control.TraceFully(path, Duration);

        Assert.Empty(await KeptLog.Whole(system.System));
    }
}
