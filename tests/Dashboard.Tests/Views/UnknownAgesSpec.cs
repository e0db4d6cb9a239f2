using System.Text.Json;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>A mailbox of the application's own type may keep no times: then nothing claims that no message is old.</summary>
[Collection(Alone.Name)]
public sealed class UnknownAgesSpec
{
    private static readonly string Hocon =
        $$"""
        own { mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox", inner = "{{typeof(OwnMailbox).FullName}}, {{typeof(OwnMailbox).Assembly.GetName().Name}}" }
        """;

    [Fact]
    public async Task The_age_of_its_oldest_message_is_null_everywhere_and_not_checked()
    {
        await using var host = await DashboardHost.Open(Hocon);
        using var hold = new Hold();
        var actor = host.System.System.ActorOf(Handler.Props((_, _) => hold.Pass()).WithMailbox("own"), "own");
        actor.TellTimes(40, "work");

        await Eventually.Passes(() =>
        {
            var row = host.Now("overview").GetProperty("actors").EnumerateArray().Single(row => row.GetProperty("waiting").GetInt32() > 0);
            Assert.Equal(JsonValueKind.Null, row.GetProperty("oldestSeconds").ValueKind);
            foreach (var history in new[] { host.Now("history"), host.Now($"history?type={row.GetProperty("type").GetString()}") })
            {
                Assert.Equal((39, JsonValueKind.Null),
                    (history.GetProperty("now").GetProperty("waiting").GetInt32(), history.GetProperty("now").GetProperty("oldestUs").ValueKind));
                var step = history.GetProperty("steps")[0];
                Assert.Equal(39, Last(step, "waiting").GetInt32());
                Assert.Equal(JsonValueKind.Null, Last(step, "oldestUs").ValueKind);
            }

            Assert.Contains("the age of messages of Handler: its mailbox keeps no times",
                host.Now("status").GetProperty("unchecked").EnumerateArray().Select(text => text.GetString()));
        });
    }

    [Fact]
    public async Task The_metric_has_no_value_for_it()
    {
        await using var system = Systems.Instrumented(Hocon);
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var actor = system.System.ActorOf(Handler.Props((_, _) => hold.Pass()).WithMailbox("own"));
        actor.TellTimes(40, "work");
        await Eventually.Passes(() =>
        {
            var measured = metrics.Poll();
            Assert.Equal(39, measured.Single(one => one.Name == AkkaMetricNames.MailboxDepth).Value);
            Assert.DoesNotContain(measured, one => one.Name == AkkaMetricNames.MailboxOldestAge);
        });
    }

    [Fact]
    public void Where_nothing_waits_the_oldest_is_no_age_and_known()
    {
        Assert.Equal(0, ActorTypeFigures.Oldest([new() { Depth = 0 }]));
        Assert.Equal(3, ActorTypeFigures.Oldest([new() { Depth = 9 }, new() { Depth = 1, OldestAge = 3 }]));
        Assert.Null(ActorTypeFigures.Oldest([new() { Depth = 9 }, new() { OldestAge = 0 }]));
    }

    private static JsonElement Last(JsonElement step, string list) => step.GetProperty(list).EnumerateArray().Last();

    public sealed class OwnMailbox(Settings settings, Config config) : MailboxType(settings, config), IProducesMessageQueue<OwnQueue>
    {
        public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new OwnQueue();
    }

    public sealed class OwnQueue : UnboundedMessageQueue;
}
