namespace AkkaInstrumentation.Tests;

/// <summary>What figures show of a sharded application: who asks the entities, and nothing of the library's own questions.</summary>
public sealed class ApplicationFirstSpec
{
    private const string Slow = "akka.instrumentation.metrics.distributions-rate = 10";

    private static readonly string[] Own = ["GetShardRegionStats", "GetCurrentRegions", "Shard.GetShardStats"];

    [Fact]
    public async Task The_librarys_own_questions_are_in_no_figure()
    {
        await using var cluster = await TestCluster.Of("");
        var node = cluster[0];
        var clock = new ManualClock(node);
        await Entities.Create(await node.StartRegion("order"), 3);
        for (var round = 0; round < 20 && node.Metrics.Regions.Asked < 4; round++)
        {
            await TestCluster.Equal(true, () => node.Polled().Count > 0 && !node.Metrics.Regions.AreAwaited);
            clock.Advance(10);
        }

        await TestCluster.Equal(3, () => node.Sum(AkkaMetricNames.ClusterShardingEntityCount));
        Assert.True(node.Metrics.Regions.Asked >= 4);
        List<Measured> all =
        [
            .. node.Polled(), .. node.Recorded(AkkaMetricNames.AskDuration), .. node.Recorded(AkkaMetricNames.ActorProcessDuration),
            .. node.Recorded(AkkaMetricNames.MailboxWaitDuration),
        ];
        Assert.Contains(all, measured => measured.Tag(AkkaSpanAttributes.MessageType) is "String");
        Assert.Empty(all.Where(measured => Own.Contains(measured.Tag(AkkaSpanAttributes.MessageType))).Select(measured => $"{measured}"));
    }

    [Fact]
    public async Task A_question_reaches_the_entity_with_its_askers_type_however_few_messages_are_timed()
    {
        const int Questions = 1_000;
        await using var cluster = new TestCluster();
        var node = cluster.Start(more: Slow);
        await cluster.Join(node);
        var region = await node.StartRegion("order");
        var asker = node.System.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            var sender = context.Sender;
            for (var i = 0; i < Questions; i++)
            {
                await region.Ask<string>($"entity-{i % 3}", TimeSpan.FromSeconds(60));
            }

            sender.Tell(message);
        }));
        Assert.Equal(1, await asker.Ask<int>(1, TimeSpan.FromSeconds(90)));

        (string, object?) entity = (AkkaSpanAttributes.ActorType, "Echo");
        await Eventually.Passes(() =>
        {
            _ = cluster.Recorder.Recorded;
            Assert.NotNull(node.Sum(AkkaMetricNames.ActorFlowMessages, entity, (AkkaMetricAttributes.SenderType, "AsyncHandler")));
        });
        Assert.Null(node.Sum(AkkaMetricNames.ActorFlowMessages, entity, (AkkaMetricAttributes.SenderType, "_ask")));
        Assert.Null(node.Sum(AkkaMetricNames.ActorFlowMessages, entity, (AkkaMetricAttributes.SenderType, "ShardRegion")));
    }

    [Fact]
    public async Task Akkas_own_questions_have_a_category_and_the_applications_have_none()
    {
        await using var cluster = await TestCluster.Of("");
        var echo = cluster[0].System.ActorOf(Echo.Props);
        await echo.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(60));
        await echo.Ask<string>("question", TimeSpan.FromSeconds(60));

        await Eventually.Passes(() =>
        {
            var asked = cluster[0].Recorded(AkkaMetricNames.AskDuration);
            Assert.Contains(asked, measured => measured.Tag(AkkaSpanAttributes.MessageType) is "Identify");
            Assert.Equal(["question"], asked.Where(measured => measured.Tag(AkkaMetricAttributes.ActorCategory) is null).Select(_ => "question"));
            Assert.All(
                asked.Where(measured => measured.Tag(AkkaSpanAttributes.MessageType) is not "String"),
                measured => Assert.Equal("infrastructure", measured.Tag(AkkaMetricAttributes.ActorCategory)));
        });
    }
}
