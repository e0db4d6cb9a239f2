using Akka.Actor;
using AkkaInstrumentation;

namespace ShopUnderTest;

internal static class TrackingSnippet
{
    public static async Task<TrackedAction> Until(ActorSystem system, IActorRef orders)
    {
        // snippet: track-until
        var tracked = await system.TrackAsync(async tracking =>
        {
            orders.Tell(new PlaceOrder("honey"));
            await tracking.WaitUntilAsync(soFar => soFar.MessagesAt("InvoiceActor").Count == 1);
        });
        // end snippet
        return tracked;
    }
}

/// <summary>Sends an invoice by a task, or a day later by the scheduler.</summary>
internal sealed class InvoicedOrders : ReceiveActor
{
    public InvoicedOrders(bool isTimed)
    {
        var invoices = Context.ActorOf<InvoiceActor>();
        Receive<PlaceOrder>(order =>
        {
            if (isTimed)
            {
                Context.System.Scheduler.ScheduleTellOnce(TimeSpan.FromDays(1), invoices, order, Self);
            }
            else
            {
                Task.Run(() => order).PipeTo(invoices);
            }
        });
    }
}

internal sealed class InvoiceActor : ReceiveActor
{
    public InvoiceActor() => ReceiveAny(_ => { });
}
