using Akka.Actor;
using Akka.Hosting;
using WebApi.Actors;
using WebApi.Orders;

namespace WebApi.Trouble;

/// <summary>
/// <c>/trouble</c>: makes what the status line of the dashboard names. Each lasts for <c>Trouble:Lasts</c>, a minute by default, and ends by itself.
/// </summary>
internal static class TroubleEndpoint
{
    private static readonly TimeSpan Default = TimeSpan.FromMinutes(1);

    public static void MapTrouble(this WebApplication app)
    {
        var lasts = app.Configuration.GetValue("Trouble:Lasts", Default);
        app.MapButton("rush", services => Of<WarehouseActor>(services).Tell(new Rush(), ActorRefs.NoSender));
        app.MapButton("block", services => Of<PrinterActor>(services).Tell(new ChangePaper(lasts), ActorRefs.NoSender));
        app.MapButton("failures", services => Repeat(services, "bad cards", 10, Of<OrderActor>(services), Order(OrderRequest.BadCard)));
        app.MapButton("restarts", services => Of<VanActor>(services).Tell(new BreakDown(lasts), ActorRefs.NoSender));
        app.MapButton("slow", services =>
        {
            services.GetRequiredService<CardNetwork>().SlowDown(lasts);
            Repeat(services, "more orders", 10, Of<OrderActor>(services), Order(OrderRequest.GoodCard));
        });
        app.MapButton("mail", services =>
        {
            Of<MailActor>(services).Tell(new BreakDown(lasts), ActorRefs.NoSender);
            Repeat(services, "mails", 2, Of<MailActor>(services), new MailReceipt(Number: 1));
        });
        app.MapButton("lost", services =>
        {
            // to nobody, and to somebody who does not know such a message
            Repeat(services, "to nobody", 10, Of<RetiredClerk>(services), new FileReceipt());
            Repeat(services, "not understood", 10, Of<WarehouseActor>(services), new FileReceipt());
        });
        app.MapButton("starve", services => Repeat(services, "questions", 1, Of<ClerkActor>(services), new AskTheArchive()));
        app.MapButton("stall", services => LabelStream.Run(services.GetRequiredService<ActorSystem>(), lasts));
        app.MapButton("late", services =>
        {
            Repeat(services, "reminders", 2, Of<MailActor>(services), new MailReceipt(Number: 1));
            Reminders.Write(services.GetRequiredService<ActorSystem>(), lasts);
        });
        app.MapButton("full", services => Repeat(services, "receipts", 50, Of<ArchiveActor>(services), new FileReceipt()));

        void Repeat(IServiceProvider services, string name, int perSecond, IActorRef receiver, object message) => Of<TroubleActor>(services)
            .Tell(new Repeat(name, TimeSpan.FromSeconds(1.0 / perSecond), lasts, receiver, message), ActorRefs.NoSender);
    }

    private static void MapButton(this WebApplication app, string trouble, Action<IServiceProvider> begin) => app.MapPost($"/trouble/{trouble}", (IServiceProvider services) =>
    {
        begin(services);
        return Results.Accepted();
    }).DisableHttpMetrics();

    private static IActorRef Of<T>(IServiceProvider services) => services.GetRequiredService<IRequiredActor<T>>().ActorRef;

    private static PlaceOrder Order(string card) => new(OrderId: 0, "tea", Quantity: 0, card);
}
