using Akka.Actor;
using Akka.Hosting;
using Microsoft.AspNetCore.Mvc;
using WebApi.Actors;

namespace WebApi.Orders;

/// <summary><c>POST /orders</c>: an HTTP request becomes a message, its reply becomes the response.</summary>
public static class OrdersEndpoint
{
    public const string Path = "/orders";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);
    private static long s_lastOrderId;

    public static void MapOrders(this WebApplication app) => app.MapPost(Path, Place);

    private static async Task<IResult> Place(
        [FromBody] OrderRequest request, IRequiredActor<OrderActor> orders, CancellationToken cancelled)
    {
        // before an actor gets it: what it cannot work with would be its failure, and its supervisor's business
        if (request.Problems() is { Count: > 0 } problems)
        {
            return Results.ValidationProblem(problems, title: "The order is not valid");
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
