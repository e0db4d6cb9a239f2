using Akka.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using OpenTelemetry;

using var host = Build(args);
await host.StartAsync();
var greeter = host.Services.GetRequiredService<IReadOnlyActorRegistry>().Get<GreeterActor>();
Console.WriteLine(await greeter.Ask<string>(new Greet("world")));
await host.StopAsync();

static IHost Build(string[] args)
{
    if (args is ["bare"])
    {
        return new HostBuilder().ConfigureServices(AddActors).Build();
    }

    var builder = Host.CreateApplicationBuilder(args);
    AddActors(builder.Services);
    if (args is ["collect"])
    {
        builder.Services.AddOpenTelemetry().WithTracing().UseOtlpExporter();
    }

    return builder.Build();
}

static void AddActors(IServiceCollection services) => services.AddAkka("unchanged", akka =>
    akka.WithActors((system, registry) => registry.Register<GreeterActor>(system.ActorOf<GreeterActor>("greeter"))));

internal sealed record Greet(string Name);

internal sealed class GreeterActor : ReceiveActor
{
    public GreeterActor() => Receive<Greet>(greet => Sender.Tell($"Hello {greet.Name}"));
}
