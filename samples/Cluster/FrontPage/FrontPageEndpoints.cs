using Akka.Actor;
using Akka.Hosting;

namespace ClusterSample.FrontPage;

/// <summary>The page at <c>/</c>, and what its buttons do: kill a node, start it again, make a shard hot.</summary>
internal static class FrontPageEndpoints
{
    private static readonly TimeSpan Default = TimeSpan.FromMinutes(1);

    public static void MapFrontPage(this WebApplication app, NodeProcesses nodes)
    {
        var lasts = app.Configuration.GetValue("Trouble:Lasts", Default);
        app.MapGet("/", () => Results.Stream(typeof(FrontPageEndpoints).Assembly.GetManifestResourceStream("page.html")!, "text/html; charset=utf-8"));
        app.MapGet("/nodes", () => nodes.All);
        app.MapPost("/nodes/{number:int:range(2,3)}/kill", (int number) => nodes.Kill(number) ? Results.Accepted() : Results.Conflict());
        app.MapPost("/nodes/{number:int:range(2,3)}/start", (int number) =>
        {
            nodes.Start(number);
            return Results.Accepted();
        });
        app.MapPost("/trouble/hot", (IRequiredActor<CustomerActor> customer) =>
        {
            customer.ActorRef.Tell(new Hurry(lasts));
            return Results.Accepted();
        });
    }
}
