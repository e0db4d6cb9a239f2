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
        await using var nodes = await TestCluster.Of("", "");
        var system = nodes[0].System;
        using var listener = Recorded.Everything();
        var replicator = DistributedData.Get(system).Replicator;
        DistributedData.Get(nodes[1].System);
        await Eventually.True(async () => await replicator.Ask<ReplicaCount>(GetReplicaCount.Instance, TimeSpan.FromSeconds(30)) is { N: 2 });
        var answers = new List<TaskCompletionSource<(object Answer, ActivityTraceId Trace)>>();
        var asker = system.ActorOf(Handler.Props((context, message) =>
        {
            if (message is Asks asks)
            {
                replicator.Tell(asks.Request, context.Self);
            }
            else
            {
                answers[^1].SetResult((message, Activity.Current?.TraceId ?? default));
            }
        }), "asker");
        await asker.Ask<ActorIdentity>(new Identify("started"), TimeSpan.FromSeconds(60));
        var cluster = nodes[0].Cluster;
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
}
