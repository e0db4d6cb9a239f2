using Akka.Streams;
using Akka.Streams.Dsl;

namespace AkkaInstrumentation.Tests.Streams;

/// <summary>The actors of a stream have the name of the actor that owns the stream.</summary>
public sealed class StreamOwnerSpec
{
    private const string Named = "akka.instrumentation.rules.named { actor = \"StreamOwnerSpec.Importer\", path = \"/user/named\", actor-name = Import }";

    [Fact]
    public async Task A_stream_is_its_owners_and_one_of_the_system_keeps_its_own_names()
    {
        await using var system = Systems.Instrumented(Named);
        using var metrics = new MetricRecorder(system);
        var sink = system.ActorOf(Echo.Props);
        foreach (var name in new[] { "importer", "named" })
        {
            var owner = system.ActorOf(Props.Create(() => new Importer(sink)), name);
            Assert.Equal(6, await owner.Ask<int>("sum", TimeSpan.FromSeconds(20)));
        }

        await Eventually.Equal("Import, Import stream, StreamOwnerSpec.Importer, StreamOwnerSpec.Importer stream", () => Types(metrics));
        await Eventually.True(
            () => metrics.Sum(AkkaMetricNames.ActorFlowMessages, (AkkaSpanAttributes.ActorType, "Echo"),
                (AkkaMetricAttributes.SenderType, "Import stream")) is not null,
            metrics.Dump);

        using var materializer = system.System.Materializer();
        Assert.Equal(6, await Sum(sink, materializer));
        await Eventually.True(() => Types(metrics).Contains("ActorGraphInterpreter", StringComparison.Ordinal), () => Types(metrics));
    }

    private static string Types(MetricRecorder metrics) => string.Join(", ", metrics.Poll()
        .Where(measured => measured.Name == AkkaMetricNames.ActorMessages)
        .Select(measured => (string)measured.Tag(AkkaSpanAttributes.ActorType)!)
        .Where(type => type != "Echo")
        .Distinct().Order(StringComparer.Ordinal));

    // In two islands, which send each other messages. An answer that is there before the stage looks is no message to a stream's actor.
    private static Task<int> Sum(IActorRef echo, IMaterializer materializer) =>
        Source.From(Enumerable.Range(1, 3)).Async().Ask<int>(echo, TimeSpan.FromSeconds(20)).RunSum((sum, next) => sum + next, materializer);

    private sealed class Importer : ReceiveActor
    {
        public Importer(IActorRef sink)
        {
            var materializer = Context.Materializer();
            ReceiveAsync<string>(async _ =>
            {
                var sender = Sender;
                sender.Tell(await Sum(sink, materializer));
            });
        }
    }
}
