using Akka.Actor;
using Akka.Hosting;
using WebApi.Actors;

namespace WebApi.Orders;

/// <summary><c>POST /orders</c>: an HTTP request becomes a message, its reply becomes the response.</summary>
public static class OrdersEndpoint
{
    public const string Path = "/orders";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);
    private static long s_lastOrderId;

    public static void MapOrders(this WebApplication app) => app.MapPost(Path, Place);

    private static async Task<IResult> Place(OrderRequest request, IRequiredActor<OrderActor> orders, CancellationToken cancelled)
    {
        if (request.Quantity < 1)
        {
            return Results.Problem("quantity must be 1 or more", statusCode: StatusCodes.Status400BadRequest);
        }

        var order = new PlaceOrder(Interlocked.Increment(ref s_lastOrderId), request.Product, request.Quantity, request.Card);
        try
        {
            return Results.Ok(await orders.ActorRef.Ask<OrderResult>(order, Patience, cancelled));
        }
        catch (AskTimeoutException)
        {
            return Results.Problem("The shop is too busy", statusCode: StatusCodes.Status503ServiceUnavailable);
        }
    }
}
