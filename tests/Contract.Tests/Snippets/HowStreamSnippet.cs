using Akka.Actor;
using Akka.Streams;
using Akka.Streams.Dsl;

namespace Shop;

internal static class HowStreamSnippet
{
    internal sealed record Order(string Item);

    // snippet: how-stream
    public static (IActorRef Orders, Task Stored) Run(ActorSystem system) => Source
        .ActorRef<Order>(100, OverflowStrategy.DropHead)
        .Instrumented("orders")
        .SelectAsync(4, Store)
        .ToMaterialized(Sink.Ignore<Order>().Instrumented("stored"), Keep.Both)
        .Run(system.Materializer());
    // end snippet

    private static Task<Order> Store(Order order) => Task.FromResult(order);
}
