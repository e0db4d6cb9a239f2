using OpenTelemetry.Logs;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>Lines that a handler logs have the members that its message's span shows.</summary>
public sealed class MessageFieldsSpec
{
    public sealed record Shipment([property: SpanAttribute("shipment.id")] long Id, int Boxes = 3);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_line_has_the_members_of_its_message_once(bool hasSecondCall)
    {
        await using var host = await LogHost.Start(
            akka => akka.WithInstrumentation(options =>
                options.Rules.Add(new() { Message = ["MessageFieldsSpec.Shipment"], Attributes = { ["shipment.boxes"] = "Boxes" } })),
            (logging, exporter) => (hasSecondCall ? logging.AddAkkaInstrumentation() : logging).AddAkkaInstrumentation().AddProcessor(exporter));
        var actor = await host.Host.StartActor(Handler.Props((context, message) =>
        {
            host.Log(context.GetLogger(), message is Shipment ? "line-of-shipment" : "line-of-text");
            context.Sender.Tell(message);
        }));
        await TestHost.Traced(async () =>
        {
            await actor.Ask<object>(new Shipment(7));
            await actor.Ask<string>("text");
        });

        await host.Arrived("line-of-shipment");
        await host.Arrived("line-of-text");
        var members = host.ExportedLine("line-of-shipment").Attributes;
        Assert.Equal((7L, 3L), (members["shipment.id"], members["shipment.boxes"]));
        Assert.DoesNotContain("shipment.id", host.ExportedLine("line-of-text").Attributes.Keys);
    }

    [Fact]
    public async Task So_has_one_below_a_span_of_the_handler_and_none_outside()
    {
        await using var host = await LogHost.Start();
        var actor = await host.Host.StartActor(Handler.Props((context, message) =>
        {
            using (AkkaCurrentMessage.StartSpan("part"))
            {
                host.Log(context.GetLogger(), "line-below");
            }

            context.Sender.Tell(message);
        }));
        await TestHost.Traced(() => actor.Ask<object>(new Shipment(8)));
        Activity.Current = null;
        host.Log(host.System.Log, "line-outside");

        await host.Arrived("line-below");
        await host.Arrived("line-outside");
        Assert.Equal(8L, host.ExportedLine("line-below").Attributes["shipment.id"]);
        Assert.DoesNotContain("shipment.id", host.ExportedLine("line-outside").Attributes.Keys);
    }
}
