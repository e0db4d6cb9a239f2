using Akka.Actor;

namespace Shop;

/// <summary>The actor of the README's snippets: confirms every order.</summary>
internal sealed class OrderActor : ReceiveActor
{
    public OrderActor() => Receive<string>(order => Sender.Tell($"confirmed: {order}"));
}
