namespace AkkaInstrumentation.Tests;

/// <summary>
/// A cluster of actor systems in this process. They talk over Akka.Remote's TestTransport. A system that is terminated does not leave first, so the
/// others find out that it is not reachable.
/// </summary>
internal sealed class TestCluster : IAsyncDisposable
{
    /// <summary>
    /// A failure detector with patience, because tests run on busy machines, and a heartbeat that is missed changes what they expect.
    /// </summary>
    private const string Settings =
        """
        akka {
          cluster {
            downing-provider-class = ""
            gossip-interval = 200ms
            leader-actions-interval = 200ms
            periodic-tasks-initial-delay = 200ms
            failure-detector { heartbeat-interval = 500ms, acceptable-heartbeat-pause = 30s }
            sharding { state-store-mode = ddata, distributed-data.durable.keys = [], rebalance-interval = 1h }
            distributed-data.durable.keys = []
          }
          coordinated-shutdown { run-by-actor-system-terminate = off, terminate-actor-system = off }
        }
        """;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    private const string Instrumented = "AkkaInstrumentation.InstrumentedClusterActorRefProvider, AkkaInstrumentation.Cluster";

    private readonly List<ClusterNode> _nodes = [];

    public TestCluster() => Recorder = new MetricRecorder(Name);

    public string Name { get; } = $"cluster-{Guid.NewGuid():N}"[..20];

    /// <summary>What the instruments report about all nodes.</summary>
    public MetricRecorder Recorder { get; }

    /// <summary>A cluster of instrumented nodes that see each other up.</summary>
    public static async Task<TestCluster> Of(params string[] roles)
    {
        var cluster = new TestCluster();
        foreach (var each in roles)
        {
            await cluster.Join(cluster.Start(each));
        }

        return cluster;
    }

    /// <summary>Starts a node that has not joined.</summary>
    /// <param name="roles">As HOCON has them: <c>web, back</c>.</param>
    /// <param name="extensions">Whether HOCON starts the cluster's instrumentation; otherwise the instrumented provider does.</param>
    /// <param name="more">HOCON of its own.</param>
    public ClusterNode Start(string roles = "", bool extensions = false, string more = "")
    {
        var number = _nodes.Count + 1;
        var own = $$"""
            {{TestTransport.Hocon(Name, 7000 + number)}}
            akka.actor.provider = "{{(extensions ? "cluster" : Instrumented)}}"
            akka.cluster.roles = [{{roles}}]
            {{(extensions ? "akka.extensions = [\"AkkaInstrumentation.AkkaClusterInstrumentationProvider, AkkaInstrumentation.Cluster\"]" : "")}}
            {{more}}
            """;
        var system = Systems.Named(Name, $"{Settings}\n{own}").System;
        var node = new ClusterNode(this, system, number);
        _nodes.Add(node);
        return node;
    }

    /// <summary>Joins the first node, and returns when everybody sees the node up.</summary>
    public async Task Join(ClusterNode node)
    {
        node.Cluster.Join(_nodes[0].Cluster.SelfAddress);
        await Eventually.True(
            () => _nodes.TrueForAll(other => other.Cluster.State.Members.Any(member =>
                member.Address.Equals(node.Cluster.SelfAddress) && member.Status == MemberStatus.Up)),
            () => $"{node.Address} is not up everywhere",
            Patience);
    }

    /// <summary>Waits for a value. What nodes learn from each other takes a while.</summary>
    public static Task Equal<T>(T expected, Func<T> actual) => Eventually.Equal(expected, actual, Patience);

    /// <summary>Ends a node without telling the others.</summary>
    public async Task Crash(ClusterNode node)
    {
        _nodes.Remove(node);
        await Eventually.Within(node.System.Terminate(), Patience);
    }

    public ClusterNode this[int at] => _nodes[at];

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_nodes.Select(node => Eventually.Within(node.System.Terminate(), Patience)));
        Recorder.Dispose();
    }
}
