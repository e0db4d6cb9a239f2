namespace AkkaInstrumentation.Tests;

/// <summary><c>akka.actor.serialize-messages</c>: local messages are serialized too, and with them the reference that follows removals.</summary>
public sealed class SerializedMessagesSpec
{
    private const string Serialize = "akka.actor.serialize-messages = on";

    [Fact]
    public async Task Removals_are_counted_and_no_message_to_the_library_is_lost()
    {
        await using var cluster = new TestCluster();
        var stays = cluster.Start(more: Serialize);
        var lost = new List<string>();
        Listen(stays.System, lost);
        await cluster.Join(stays);
        var leaves = cluster.Start(more: Serialize);
        await cluster.Join(leaves);
        await TestCluster.Equal(2, () => stays.Sum(AkkaMetricNames.ClusterMembers, (AkkaMetricAttributes.ClusterMemberStatus, "up")));

        leaves.Cluster.Leave(leaves.Cluster.SelfAddress);

        await TestCluster.Equal(1, () => stays.Sum(AkkaMetricNames.ClusterMembers));
        await TestCluster.Equal(1, () => stays.Sum(AkkaMetricNames.ClusterRemovals, (AkkaMetricAttributes.ClusterMemberStatus, "exiting")));
        lock (lost)
        {
            Assert.Empty(lost);
        }
    }

    private static void Listen(ActorSystem system, List<string> lost) =>
        system.EventStream.Subscribe(system.ActorOf(Props.Create(() => new Lost(lost))), typeof(DeadLetter));

    private sealed class Lost : ReceiveActor
    {
        public Lost(List<string> lost) => Receive<DeadLetter>(letter =>
        {
            lock (lost)
            {
                if (letter.Message is ClusterEvent.CurrentClusterState or ClusterEvent.IClusterDomainEvent)
                {
                    lost.Add($"{letter.Message.GetType().Name} to {letter.Recipient.Path}");
                }
            }
        });
    }
}
