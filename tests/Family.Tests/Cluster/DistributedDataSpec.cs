using Akka.Cluster;
using Akka.DistributedData;

namespace AkkaInstrumentation.Tests.Cluster;

/// <summary>Distributed data: the replicator is infrastructure. For a majority it starts an actor that answers in its place.</summary>
public sealed class DistributedDataSpec
{
    private static readonly ORSetKey<string> Key = new("names");

    private sealed record Asks(object Request);

    [Theory]
    [InlineData("local")]
    [InlineData("majority")]
    public async Task The_answer_to_a_request_is_in_its_trace(string consistency)
    {
        const int Rounds = 4;
        var network = Node.Network();
        await using var system = StartNode(network, 1);
        await using var other = StartNode(network, 2);
        await Join(system, system);
        await Join(other, system);
        using var listener = Recorded.Everything();
        var replicator = DistributedData.Get(system.System).Replicator;
        DistributedData.Get(other.System);
        await Eventually.True(async () => await replicator.Ask<ReplicaCount>(GetReplicaCount.Instance, TimeSpan.FromSeconds(30)) is { N: 2 });
        var answers = new List<TaskCompletionSource<(object Answer, ActivityTraceId Trace)>>();
        var asker = system.ActorOf((context, message) =>
        {
            if (message is Asks asks)
            {
                replicator.Tell(asks.Request, context.Self);
            }
            else
            {
                answers[^1].SetResult((message, Activity.Current?.TraceId ?? default));
            }
        }, "asker");
        var cluster = Akka.Cluster.Cluster.Get(system.System);
        IWriteConsistency write = consistency == "local" ? WriteLocal.Instance : new WriteMajority(TimeSpan.FromSeconds(30));
        IReadConsistency read = consistency == "local" ? ReadLocal.Instance : new ReadMajority(TimeSpan.FromSeconds(30));
        for (var i = 0; i < Rounds; i++)
        {
            var name = $"{i}";
            Assert.IsType<UpdateSuccess>(await AnswerTo(new Update(Key, ORSet<string>.Empty, write, old => ((ORSet<string>)old).Add(cluster, name))));
            Assert.IsType<GetSuccess>(await AnswerTo(Dsl.Get(Key, read)));
        }

        async Task<object> AnswerTo(object request)
        {
            answers.Add(new(TaskCreationOptions.RunContinuationsAsynchronously));
            using var root = Recorded.Root();
            asker.Tell(new Asks(request), ActorRefs.NoSender);
            var (answer, trace) = await Eventually.Within(answers[^1].Task);
            Assert.Equal(root.TraceId, trace);
            return answer;
        }
    }

    [Fact]
    public async Task A_change_begins_a_trace_at_a_subscriber()
    {
        await using var system = await OneNode.Start();
        using var spans = SpanRecorder.OfActor(out var name);
        using var listener = Recorded.Everything();
        var replicator = DistributedData.Get(system.System).Replicator;
        var cluster = Akka.Cluster.Cluster.Get(system.System);
        replicator.Tell(Dsl.Subscribe(Key, system.ActorOf((_, _) => { }, name)));
        replicator.Tell(new Update(Key, ORSet<string>.Empty, WriteLocal.Instance, old => ((ORSet<string>)old).Add(cluster, "one")));

        var changed = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(("Changed", default), (changed.GetTagItem(AkkaSpanAttributes.MessageType), changed.ParentSpanId));
    }

    private static Node StartNode(string network, int port) => Node.Start(
        network,
        port,
        """
        akka.cluster { gossip-interval = 200ms, leader-actions-interval = 200ms, periodic-tasks-initial-delay = 200ms, distributed-data.durable.keys = [] }
        akka.coordinated-shutdown { run-by-actor-system-terminate = off, terminate-actor-system = off }
        """,
        "AkkaInstrumentation.InstrumentedClusterActorRefProvider, AkkaInstrumentation.Cluster");

    private static async Task Join(Node node, Node oldest)
    {
        var cluster = Akka.Cluster.Cluster.Get(node.System);
        cluster.Join(Akka.Cluster.Cluster.Get(oldest.System).SelfAddress);
        await Eventually.True(() => cluster.SelfMember.Status == MemberStatus.Up, timeout: TimeSpan.FromSeconds(90));
    }
}
