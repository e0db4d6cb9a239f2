using Akka.Actor;
using Akka.Hosting;
using WebApi.Actors;

namespace WebApi.Trouble;

/// <summary><c>/trouble</c>: makes what the instrumentation's watchers report.</summary>
internal static class TroubleEndpoint
{
    private const int Lost = 100;

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
        app.MapPost("/trouble/lost", (ActorSystem system, IRequiredActor<WarehouseActor> warehouse) =>
        {
            // to nobody, and to somebody who does not know such a message
            var nobody = system.ActorSelection("/user/nobody");
            for (var i = 0; i < Lost; i++)
            {
                nobody.Tell(new PrintLabel(i), ActorRefs.NoSender);
                warehouse.ActorRef.Tell(new ChangePaper(), ActorRefs.NoSender);
            }

            return Results.Accepted();
        }).DisableHttpMetrics();
        app.MapPost("/trouble/starve", (IRequiredActor<ClerkActor> clerks) =>
        {
            clerks.ActorRef.Tell(new AskTheArchive(), ActorRefs.NoSender);
            return Results.Accepted();
        }).DisableHttpMetrics();
    }
}
