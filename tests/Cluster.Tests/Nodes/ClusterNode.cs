namespace AkkaInstrumentation.Tests;

/// <summary>One actor system of a <see cref="TestCluster"/>.</summary>
internal sealed class ClusterNode(TestCluster owner, ActorSystem system, int number)
{
    public ActorSystem System { get; } = system;

    public Akka.Cluster.Cluster Cluster { get; } = Akka.Cluster.Cluster.Get(system);

    public ClusterMetrics Metrics => AkkaClusterInstrumentationExtension.For(System).Metrics;

    public string Address => Cluster.SelfAddress.ToString();

    /// <summary>The sum of what matches among this node's values; null when nothing does.</summary>
    public long? Sum(string instrument, params (string Key, object? Value)[] tags)
    {
        var found = Polled().Where(measured => measured.Name == instrument && measured.Has(tags)).ToList();
        return found.Count == 0 ? null : (long)found.Sum(measured => measured.Value);
    }

    /// <summary>The largest of what matches among this node's values; null when nothing does.</summary>
    public double? Largest(string instrument, params (string Key, object? Value)[] tags) =>
        Polled().Where(measured => measured.Name == instrument && measured.Has(tags)).Max(measured => (double?)measured.Value);

    /// <summary>This node's values of the observable instruments, now.</summary>
    public IReadOnlyList<Measured> Polled() => [.. owner.Recorder.Poll().Where(IsMine)];

    /// <summary>What histograms of this node were given.</summary>
    public IReadOnlyList<Measured> Recorded(string instrument) => [.. owner.Recorder.Of(instrument).Where(IsMine)];

    private bool IsMine(Measured measured) => (measured.Tag(AkkaMetricAttributes.ActorSystemInstance) as int? ?? 1) == number;
}
