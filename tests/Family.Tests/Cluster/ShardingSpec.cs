using Akka.Cluster.Sharding;

namespace AkkaInstrumentation.Tests.Cluster;

/// <summary>Sharded entities are actors of the application. Regions and shards are infrastructure.</summary>
public sealed class ShardingSpec
{
    private sealed record Order(string Id);

    private sealed class Entity : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell(Activity.Current?.TraceId.ToString() ?? "none");
    }

    /// <summary>Answers one message, then asks for its passivation.</summary>
    private sealed class Guest : UntypedActor
    {
        public static ConcurrentBag<WeakReference> Sampled { get; } = [];

        public Guest()
        {
            if (Self.Path.Name.EndsWith("777", StringComparison.Ordinal))
            {
                Sampled.Add(new WeakReference(this));
                Sampled.Add(new WeakReference(((ActorCell)Context).Mailbox!.MessageQueue));
            }
        }

        protected override void OnReceive(object message)
        {
            Sender.Tell("answer");
            Context.Parent.Tell(new Passivate(PoisonPill.Instance));
        }
    }

    private sealed class Extractor(bool inEnvelope) : HashCodeMessageExtractor(10)
    {
        public override string? EntityId(object message) => message switch
        {
            Order order => order.Id,
            ShardingEnvelope envelope when inEnvelope => envelope.EntityId,
            _ => null,
        };

        public override object? EntityMessage(object message) => message is ShardingEnvelope envelope ? envelope.Message : message;
    }

    [Fact]
    public async Task An_entity_has_spans_with_its_place_and_its_region_has_none()
    {
        await using var system = await OneNode.Start();
        using var spans = SpanRecorder.WithRoot(out var root);
        var region = Start(system);
        await region.Ask<string>(new Order("a/b 1"), TimeSpan.FromSeconds(60));

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(root.SpanId, span.ParentSpanId);
        Assert.Equal("ShardingSpec.Entity/ShardingSpec.Order", span.DisplayName);
        Assert.Equal(("order", "a/b 1"), (span.GetTagItem(AkkaSpanAttributes.ShardRegionName), span.GetTagItem(AkkaSpanAttributes.EntityId)));
        Assert.Contains($"/system/sharding/order/{span.GetTagItem(AkkaSpanAttributes.ShardId)}/",
            $"{span.GetTagItem(AkkaSpanAttributes.ActorPath)}", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_a_region_buffers_keeps_its_trace(bool inEnvelope)
    {
        const int Messages = 200;
        await using var system = await OneNode.Start();
        using var listener = Recorded.Everything();
        var region = Start(system, inEnvelope);

        // no shard has a home yet
        var (expected, found) = (new string[Messages], new Task<string>[Messages]);
        for (var i = 0; i < Messages; i++)
        {
            using var root = Recorded.Root();
            expected[i] = root.TraceId.ToString();
            var order = new Order($"{i % 40}");
            found[i] = region.Ask<string>(inEnvelope ? new ShardingEnvelope(order.Id, order) : order, TimeSpan.FromSeconds(60));
        }

        Assert.Equal(expected, await Task.WhenAll(found));
    }

    [Fact]
    public async Task Metrics_are_by_the_entitys_type()
    {
        await using var system = await OneNode.Start();
        using var metrics = new MetricRecorder(system);
        var region = Start(system);
        await Task.WhenAll(Enumerable.Range(0, 20).Select(i => region.Ask<string>(new Order($"{i}"), TimeSpan.FromSeconds(60))));

        Assert.Equal(20, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.ActorType, "ShardingSpec.Entity")));
        Assert.All(
            metrics.Poll().Where(measured => "ShardRegion".Equals(measured.Tag(AkkaSpanAttributes.ActorType))),
            measured => Assert.Equal("infrastructure", measured.Tag(AkkaMetricAttributes.ActorCategory)));
        Assert.DoesNotContain(metrics.Poll(), measured => measured.Tag(AkkaSpanAttributes.EntityId) is not null);
    }

    [Fact]
    public async Task Entities_that_come_and_go_leave_their_counts_and_their_passivation_is_counted()
    {
        const int Entities = 20_000;
        const int Wave = 1_000;
        await using var system = await OneNode.Start();
        using var metrics = new MetricRecorder(system) { KeepRecorded = false };
        using var listener = Recorded.Everything();
        var region = ClusterSharding.Get(system.System).Start(
            "guest", _ => Props.Create<Guest>(), ClusterShardingSettings.Create(system.System), new Extractor(inEnvelope: false));
        for (var wave = 0; wave < Entities / Wave; wave++)
        {
            await Task.WhenAll(Enumerable.Range(wave * Wave, Wave).Select(i => region.Ask<string>(new Order($"{i}"), TimeSpan.FromSeconds(60))));
        }

        // the messages, and the one by which each was stopped
        await Eventually.Equal(
            (Entities, Entities, 0L), () => (Of(AkkaMetricNames.ActorStarted), Of(AkkaMetricNames.ActorStopped), Of(AkkaMetricNames.ActorLive)),
                TimeSpan.FromMinutes(1));
        Assert.Equal(Entities, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "Passivate")));
        Assert.Equal(2 * Entities, Of(AkkaMetricNames.ActorMessages));
        Assert.Equal(2 * Entities / Wave, Guest.Sampled.Count);
        await Eventually.True(() => Living() == 0, () => $"{Living()} of {Guest.Sampled.Count} are alive");

        long? Of(string name) => metrics.Sum(name, (AkkaSpanAttributes.ActorType, "ShardingSpec.Guest"));
    }

    private static int Living()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return Guest.Sampled.Count(guest => guest.IsAlive);
    }

    private static IActorRef Start(TestSystem system, bool inEnvelope = false) => ClusterSharding.Get(system.System).Start(
        "order", _ => Props.Create<Entity>(), ClusterShardingSettings.Create(system.System), new Extractor(inEnvelope));
}
