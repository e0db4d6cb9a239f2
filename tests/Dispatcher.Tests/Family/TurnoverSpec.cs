namespace AkkaInstrumentation.Tests.Family;

/// <summary>Entities come and go by the ten thousand. Nothing is kept of them but the counts of their type.</summary>
[Collection(Alone.Name)]
public sealed class TurnoverSpec
{
    private const int Entities = 40_000;
    private const int Wave = 1_000;

    // plays the regions and shards
    private const string Rules =
        """
        akka.instrumentation.rules.above { path = ["/system/sharding", "/system/sharding/*", "/system/sharding/*/*"], kind = infrastructure }
        """;

    /// <summary>Answers one message, then asks its shard to stop it.</summary>
    private sealed class Entity : UntypedActor
    {
        private readonly IActorRef _shard;

        public Entity(IActorRef shard)
        {
            _shard = shard;
            if (Self.Path.Name.EndsWith("777", StringComparison.Ordinal))
            {
                Sampled.Add(new WeakReference(this));
                Sampled.Add(new WeakReference((Context as ActorCell)!.Mailbox!.MessageQueue));
            }
        }

        public static ConcurrentBag<WeakReference> Sampled { get; } = [];

        protected override void OnReceive(object message)
        {
            Sender.Tell(Activity.Current?.TraceId.ToString() ?? "none");
            _shard.Tell(new Passivate(Self));
        }
    }

    private sealed record Passivate(IActorRef Entity);

    private sealed class Shard : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            if (message is Passivate passivate)
            {
                passivate.Entity.Tell(PoisonPill.Instance);
            }
            else if (message is "started?")
            {
                Sender.Tell(message);
            }
            else
            {
                var shard = Self;
                Context.ActorOf(Props.Create(() => new Entity(shard)), $"{message}").Forward(message);
            }
        }
    }

    [Fact]
    public async Task Of_forty_thousand_entities_only_their_counts_are_left()
    {
        Entity.Sampled.Clear();
        await using var system = Systems.Instrumented(Rules);
        using var metrics = new MetricRecorder(system) { KeepRecorded = false };
        using var listener = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        var shard = ((ExtendedActorSystem)system.System).SystemActorOf(Nest.Props("order/1", Props.Create<Shard>()), "sharding");

        // Akka keeps what a top-level actor gets before it has started, and forgets where it was sent
        await shard.Ask<string>("started?", TimeSpan.FromMinutes(1));
        var kept = 0L;
        for (var wave = 0; wave < Entities / Wave; wave++)
        {
            using var root = new Activity("test").SetIdFormat(ActivityIdFormat.W3C)
                .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded).Start();
            var answers = await Task.WhenAll(Enumerable.Range(wave * Wave, Wave)
                .Select(i => shard.Ask<string>($"entity-{i}", TimeSpan.FromMinutes(1))));
            Assert.All(answers, answer => Assert.Equal(root.TraceId.ToString(), answer));
            await Eventually.Equal((wave + 1L) * Wave, () => Of(metrics, AkkaMetricNames.ActorStopped) ?? 0, TimeSpan.FromMinutes(1));
            if (wave == 8)
            {
                kept = SettledHeap.Bytes();
            }
        }

        Assert.Equal((Entities, Entities, 0L),
            (Of(metrics, AkkaMetricNames.ActorStarted), Of(metrics, AkkaMetricNames.ActorStopped), Of(metrics, AkkaMetricNames.ActorLive)));
        Assert.Equal(2 * Entities, Of(metrics, AkkaMetricNames.ActorMessages));

        // passivation is seen at the shard
        Assert.Equal(Entities, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "TurnoverSpec.Passivate")));

        // actors, their mailboxes and all that belongs to them
        Assert.Equal(2 * Entities / Wave, Entity.Sampled.Count);
        await Eventually.True(() => Living() == 0, () => $"{Living()} of {Entity.Sampled.Count} are alive");

        // 30,000 more entities would show: one has more than a kilobyte
        var left = SettledHeap.Bytes() - kept;
        Assert.True(left < 10_000_000, $"{left} bytes more than after the first fifth");
        Assert.DoesNotContain(metrics.Poll(), measured => measured.Tags.Any(tag => $"{tag.Value}".Contains("entity-", StringComparison.Ordinal)));
    }

    private static int Living()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return Entity.Sampled.Count(entity => entity.IsAlive);
    }

    private static long? Of(MetricRecorder metrics, string name) => metrics.Sum(name, (AkkaSpanAttributes.ActorType, "TurnoverSpec.Entity"));
}
