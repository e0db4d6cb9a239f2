using Akka.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using OpenTelemetry;

var builder = Host.CreateApplicationBuilder(args);
builder.Services.AddAkka("unchanged", akka =>
    akka.WithActors((system, registry) => registry.Register<GreeterActor>(system.ActorOf<GreeterActor>("greeter"))));
if (args is ["collect"])
{
    builder.Services.AddOpenTelemetry().WithTracing().UseOtlpExporter();
}

using var host = builder.Build();
await host.StartAsync();
var greeter = host.Services.GetRequiredService<IReadOnlyActorRegistry>().Get<GreeterActor>();
Console.WriteLine(await greeter.Ask<string>(new Greet("world")));
await host.StopAsync();

internal sealed record Greet(string Name);

internal sealed class GreeterActor : ReceiveActor
{
    public GreeterActor() => Receive<Greet>(greet => Sender.Tell($"Hello {greet.Name}"));
}
