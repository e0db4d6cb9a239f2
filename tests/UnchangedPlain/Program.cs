using var system = ActorSystem.Create("unchanged");
using var another = ActorSystem.Create("another");
Console.WriteLine(await system.ActorOf<GreeterActor>("greeter").Ask<string>(new Greet("world")));
await system.Terminate();

internal sealed record Greet(string Name);

internal sealed class GreeterActor : ReceiveActor
{
    public GreeterActor() => Receive<Greet>(greet => Sender.Tell($"Hello {greet.Name}"));
}
