using Akka.Dispatch;
using Akka.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary>With the three calls an application's own dispatchers are instrumented as they stand in its HOCON.</summary>
public sealed class OwnDispatchersSpec
{
    private static readonly Config Own = ConfigurationFactory.ParseString(
        """
        mine { type = Dispatcher, throughput = 3 }
        pinned { type = PinnedDispatcher }
        """);

    [Theory]
    [InlineData("mine", true)]
    [InlineData("pinned", true)]
    [InlineData("mine", false)]
    [InlineData("pinned", false)]
    public async Task Whether_their_HOCON_is_added_before_or_after(string id, bool before)
    {
        await using var host = await TestHost.Start(akka =>
            _ = before
                ? akka.AddHocon(Own, HoconAddMode.Append).WithInstrumentation()
                : akka.WithInstrumentation().AddHocon(Own, HoconAddMode.Prepend));
        await host.AssertInstrumented(await host.StartActor(Echo.Props.WithDispatcher(id)));
    }

    [Fact]
    [Trait("changes", "dispatchers")]
    public async Task Only_those_that_the_options_name()
    {
        await using var host = await TestHost.Start(akka => akka
            .AddHocon(Own, HoconAddMode.Append)
            .WithInstrumentation(options => options.Dispatchers = ["mine"]));
        Assert.IsType<InstrumentedDispatcher>(host.System.Dispatchers.Lookup("mine"));
        Assert.IsType<PinnedDispatcher>(host.System.Dispatchers.Lookup("pinned"));
    }
}
