using Akka.Actor;
using Akka.Hosting;
using WebApi.Actors;

namespace WebApi.Trouble;

/// <summary><c>/trouble</c>: makes what the instrumentation's watchers report.</summary>
internal static class TroubleEndpoint
{
    public static void MapTrouble(this WebApplication app)
    {
        app.MapPost("/trouble/rush", (IRequiredActor<WarehouseActor> warehouse) =>
        {
            warehouse.ActorRef.Tell(new Rush(), ActorRefs.NoSender);
            return Results.Accepted();
        }).DisableHttpMetrics();
        app.MapPost("/trouble/block", (IRequiredActor<PrinterActor> printer) =>
        {
            printer.ActorRef.Tell(new ChangePaper(), ActorRefs.NoSender);
            return Results.Accepted();
        }).DisableHttpMetrics();
    }
}
