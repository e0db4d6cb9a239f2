namespace AkkaInstrumentation.Tests;

/// <summary>Akka's heartbeats overtake other messages, because it knows them by their type. So they are in no envelope.</summary>
public sealed class HeartbeatsSpec
{
    [Fact]
    public async Task A_heartbeat_in_a_trace_stays_what_it_is()
    {
        await using var cluster = new TestCluster();
        var node = cluster.Start(more: "akka.instrumentation.tracing.remote = always");
        using var recorder = SpanRecorder.WithRoot(out var root);
        var there = new RootActorPath(new Address("akka.test", "nobody", "127.0.0.1", 99)) / "system";
        var tracing = (RemoteTracing)((ITracedProvider)((ExtendedActorSystem)node.System).Provider).Tracing;
        var type = typeof(Cluster).Assembly.GetType("Akka.Cluster.ClusterHeartbeatSender+Heartbeat", throwOnError: true)!;
        var heartbeat = Activator.CreateInstance(type, node.Cluster.SelfAddress, 1L, 1L)!;
        var selected = new ActorSelectionMessage(heartbeat, [new SelectChildName("heartbeatReceiver")]);
        Assert.Same(heartbeat, tracing.Around(heartbeat, there, sender: null));
        Assert.Same(selected, tracing.Around(selected, there, sender: null));
        Assert.IsAssignableFrom<RemoteEnvelope>(tracing.Around("of the application", there, sender: null));
        root.Dispose();
    }
}
