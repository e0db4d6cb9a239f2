using System.Diagnostics;
using Akka.Actor;
using Akka.Hosting;
using Microsoft.Extensions.DependencyInjection;
using WebApi.Actors;
using WebApi.Orders;

namespace AkkaInstrumentation.Tests;

/// <summary>Talking to actors leaves the caller's own activity alone.</summary>
[Collection(Alone.Name)]
public sealed class CurrentActivitySpec
{
    private static readonly PlaceOrder Order = new(1, "tea", 1, OrderRequest.GoodCard);

    [Fact]
    public async Task An_ask_leaves_the_callers_activity_current()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        var orders = shop.Services.GetRequiredService<IRequiredActor<OrderActor>>().ActorRef;
        using var own = new Activity("caller").Start();

        var answer = orders.Ask<OrderResult>(Order);
        Assert.Same(own, Activity.Current);
        await answer;
        Assert.Same(own, Activity.Current);
        Assert.False(own.IsStopped);
    }

    [Fact]
    public async Task A_caller_without_activity_has_none_afterwards()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        var orders = shop.Services.GetRequiredService<IRequiredActor<OrderActor>>().ActorRef;
        Activity.Current = null;

        orders.Tell(Order, ActorRefs.NoSender);
        Assert.Null(Activity.Current);
        await orders.Ask<OrderResult>(Order);
        Assert.Null(Activity.Current);
    }
}
