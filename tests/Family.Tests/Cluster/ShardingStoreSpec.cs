using Akka.Cluster.Sharding;
using AkkaInstrumentation.Tests.Persistence;

namespace AkkaInstrumentation.Tests.Cluster;

/// <summary>Sharding persists too: remembered entities. When their store stalls or fails, messages are lost, and it is said why.</summary>
public sealed class ShardingStoreSpec
{
    private sealed record Order(string Id);

    private sealed class Entity : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell("answer");
    }

    private sealed class Extractor() : HashCodeMessageExtractor(2)
    {
        public override string? EntityId(object message) => (message as Order)?.Id;
    }

    private const string Remembering =
        """
        akka.cluster.sharding {
          remember-entities = on
          remember-entities-store = eventsourced
          journal-plugin-id = "akka.persistence.journal.scripted"
          updating-state-timeout = 1s
          waiting-for-state-timeout = 1s
        }
        akka.loglevel = OFF
        """;

    [Fact]
    public async Task A_store_of_remembered_entities_that_fails_is_a_trouble_at_its_first_failure()
    {
        await using var system = await OneNode.Start($"{ScriptedJournal.Hocon("fails")}\n{Remembering}");
        using var metrics = new MetricRecorder(system);
        var region = Start(system);
        region.Tell(new Order("1"), ActorRefs.NoSender);

        await Eventually.True(() => metrics.Poll().Any(measured => measured.Name == AkkaMetricNames.ActorFailures
            && $"{measured.Tag(AkkaSpanAttributes.ErrorType)}" == "System.InvalidOperationException"
            && "infrastructure".Equals(measured.Tag(AkkaMetricAttributes.ActorCategory))));
        var instrumentation = AkkaInstrumentationExtension.For(system.System);
        var found = SystemFindings.Read(instrumentation, new(), Stopwatch.GetTimestamp());
        Assert.Contains(SystemHealth.From(found, new()).Troubles, trouble => trouble.Kind == "failing"
            && trouble.Path.StartsWith("/system/sharding/order", StringComparison.Ordinal));
        var cause = AkkaDiagnosis.Read(system.System).Causes.First(cause => cause.Kind == "failing_store");
        Assert.StartsWith("akka.persistence.journal.scripted fails: System.InvalidOperationException", cause.Description, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_store_that_does_not_answer_restarts_the_shard_which_is_a_trouble_the_first_time()
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = await OneNode.Start($"{gate.Hocon}\n{Remembering}");
        using var metrics = new MetricRecorder(system);
        var region = Start(system);
        await region.Ask<string>(new Order("1"), TimeSpan.FromSeconds(60));
        gate.Close();
        foreach (var id in Enumerable.Range(0, 20))
        {
            region.Tell(new Order($"other-{id}"), ActorRefs.NoSender);
        }

        await Eventually.True(() => Troubles(system).Any(trouble => trouble is { Kind: "restarting", ActorType: "Shard" }));
        var trouble = Troubles(system).First(trouble => trouble is { Kind: "restarting", ActorType: "Shard" });
        Assert.StartsWith("/system/sharding/order/", trouble.Path, StringComparison.Ordinal);
        Assert.StartsWith("it restarted", trouble.What, StringComparison.Ordinal);
        Assert.EndsWith(", and lost what it had buffered", trouble.What, StringComparison.Ordinal);
        var causes = AkkaDiagnosis.Read(system.System).Causes;
        var cause = causes.First(cause => cause.Kind == "shard_restart");
        Assert.StartsWith("/system/sharding/order/", cause.Subject, StringComparison.Ordinal);
        Assert.DoesNotContain(causes, cause => cause.Kind == "restart_loop");
    }

    [Fact]
    public async Task A_store_that_works_is_no_trouble()
    {
        await using var system = await OneNode.Start($"{new ScriptedJournal.Script().Hocon}\n{Remembering}");
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.WithRoot(out var root);
        var region = Start(system);
        await Task.WhenAll(Enumerable.Range(0, 40).Select(i => region.Ask<string>(new Order($"{i}"), TimeSpan.FromSeconds(60))));

        Assert.DoesNotContain(Troubles(system), trouble => trouble.Kind is "failing" or "restarting" or "lost");
        Assert.DoesNotContain(AkkaDiagnosis.Read(system.System).Causes, cause => cause.Kind is "failing_store" or "shard_restart");

        // each in the trace of its sender, although a shard has buffered it
        await Eventually.Equal(40, () => spans.Stopped.Count(span =>
            "ShardingStoreSpec.Order".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType))));
        Assert.All(spans.Stopped, span => Assert.Equal(root.TraceId, span.TraceId));
    }

    private static IEnumerable<Trouble> Troubles(TestSystem system) =>
        SystemHealth.From(SystemFindings.Read(AkkaInstrumentationExtension.For(system.System), new(), Stopwatch.GetTimestamp()), new()).Troubles;

    private static IActorRef Start(TestSystem system) => ClusterSharding.Get(system.System).Start(
        "order", _ => Props.Create<Entity>(), ClusterShardingSettings.Create(system.System).WithRememberEntities(true), new Extractor());
}
