namespace AkkaInstrumentation.Tests;

/// <summary>The state of one actor, when somebody asks.</summary>
public sealed class StateViewSpec
{
    [Fact]
    public async Task An_actor_is_asked_when_the_setting_allows_it()
    {
        await using var host = await DashboardHost.Open();
        host.System.ActorOf(Props.Create(() => new Cart()), "cart");
        await Eventually.True(() => host.Extension.Insight.Looks.MailboxAt("/user/cart") is not null);
        var off = await host.Get("state?path=/user/cart");
        Assert.Equal("akka.instrumentation.actor-states is off.", off.GetProperty("problem").GetString());

        host.System.Control.Change("actor-states = on");
        await Eventually.True(async () => (await host.Get("state?path=/user/cart")).GetProperty("shown").GetString() == "3 items");
        var cart = await host.Get("state?path=/user/cart");
        Assert.Equal(("StateViewSpec.Cart", 0), (cart.GetProperty("actorType").GetString(), cart.GetProperty("children").GetInt32()));
    }

    [Fact]
    public async Task No_path_and_no_actor_have_their_own_answers()
    {
        await using var host = await DashboardHost.Open();
        using var none = await host.Client.GetAsync(new Uri("api/v1/state?path=/user/nobody", UriKind.Relative));
        Assert.Equal(System.Net.HttpStatusCode.NotFound, none.StatusCode);
        using var wrong = await host.Client.GetAsync(new Uri("api/v1/state?path=//", UriKind.Relative));
        Assert.Equal(System.Net.HttpStatusCode.NotFound, wrong.StatusCode);
        using var nothing = await host.Client.GetAsync(new Uri("api/v1/state", UriKind.Relative));
        Assert.Equal(System.Net.HttpStatusCode.BadRequest, nothing.StatusCode);
    }

    private sealed class Cart : UntypedActor, IShowsState
    {
        public object ShownState => "3 items";

        protected override void OnReceive(object message)
        {
        }
    }
}
