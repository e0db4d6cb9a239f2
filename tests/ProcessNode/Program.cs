using System.Globalization;
using System.Text.Json;
using Akka.Cluster;
using Akka.Cluster.Hosting;
using Akka.Hosting;
using Akka.Remote.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Trace;

// A node: [with|without] this library, [remote|cluster], port (0: any), address of the node whose cluster it joins ("": its own), [actors|bare].
// Commands come by standard input, and its end ends the node. Each line of the output is a word and a text.
var (instrumented, cluster, port, seed) = (args[0] == "with", args[1] == "cluster", int.Parse(args[2], CultureInfo.InvariantCulture), args[3]);
using var source = new ActivitySource("ProcessNode");
var builder = Host.CreateApplicationBuilder();
builder.Logging.ClearProviders();
builder.Services.AddAkka("net", (akka, _) =>
{
    akka.AddHocon("akka { loglevel = OFF, stdout-loglevel = OFF, remote.retry-gate-closed-for = 200ms }", HoconAddMode.Prepend);
    akka.WithRemoting("127.0.0.1", port);
    if (cluster)
    {
        akka.WithClustering(new ClusterOptions { SeedNodes = seed.Length == 0 ? null : [seed] });
    }

    if (instrumented)
    {
        akka.WithInstrumentation();
    }

    if (args[4] == "actors")
    {
        akka.WithActors((system, _) => system.ActorOf(Props.Create(() => new RelayActor()), "relay"));
    }
});
builder.Services.AddOpenTelemetry().WithTracing(tracing => tracing.AddSource(source.Name).AddAkkaInstrumentation().AddProcessor(new PrintedSpans()));

using var host = builder.Build();
await host.StartAsync();
var actors = host.Services.GetRequiredService<ActorSystem>();
var self = ((ExtendedActorSystem)actors).Provider.DefaultAddress;
if (cluster && seed.Length == 0)
{
    Cluster.Get(actors).Join(self);
}

Print("address", $"{self}");
while (Console.ReadLine() is { } command)
{
    switch (command.Split(' '))
    {
        // The first address gets the text, sends it to the second, and so on; the last one answers.
        case ["ask", var text, .. var way]:
            using (source.StartActivity($"request {text}"))
            {
                try
                {
                    Print("answer", await actors.ActorSelection($"{way[0]}/user/relay")
                        .Ask<string>($"{text} {string.Join(' ', way[1..])}".TrimEnd(), TimeSpan.FromSeconds(10)));
                }
                catch (AskTimeoutException)
                {
                    Print("answer", "none");
                }
            }

            break;
        case ["why"]:
            Print("why", string.Join(" / ", actors.GetInsight().Diagnose().Causes.Select(cause => $"{cause.Kind}: {cause.Description}")));
            break;
        case ["members"]:
            Print("members", $"{Cluster.Get(actors).State.Members.Count(member => member.Status == MemberStatus.Up)} up, {Cluster.Get(actors).State.Unreachable.Count} unreachable");
            break;
    }
}

await host.StopAsync();

static void Print(string word, string text)
{
    lock (Console.Out)
    {
        Console.WriteLine($"{word} {text}");
    }
}

internal sealed class RelayActor : ReceiveActor
{
    public RelayActor() => Receive<string>(message =>
    {
        if (message.Split(' ') is [var text, var next, .. var rest])
        {
            Context.ActorSelection($"{next}/user/relay").Tell($"{text} {string.Join(' ', rest)}".TrimEnd(), Sender);
        }
        else
        {
            Sender.Tell(message);
        }
    });
}

internal sealed class PrintedSpans : BaseProcessor<Activity>
{
    public override void OnEnd(Activity data)
    {
        var span = JsonSerializer.Serialize(new Dictionary<string, string>
        {
            ["name"] = data.DisplayName,
            ["trace"] = $"{data.TraceId}",
            ["id"] = $"{data.SpanId}",
            ["parent"] = $"{data.ParentSpanId}",
            ["kind"] = $"{data.Kind}",
        });
        lock (Console.Out)
        {
            Console.WriteLine($"span {span}");
        }
    }
}
