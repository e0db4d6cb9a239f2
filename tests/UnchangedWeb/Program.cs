using Akka.Hosting;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddAkka("unchanged", akka =>
    akka.WithActors((system, registry) => registry.Register<GreeterActor>(system.ActorOf<GreeterActor>("greeter"))));
var app = builder.Build();
app.MapGet("/greet", (IRequiredActor<GreeterActor> greeter) => greeter.ActorRef.Ask<string>(new Greet("world")));
app.Run();

internal sealed record Greet(string Name);

internal sealed class GreeterActor : ReceiveActor
{
    public GreeterActor() => Receive<Greet>(greet => Sender.Tell($"Hello {greet.Name}"));
}
