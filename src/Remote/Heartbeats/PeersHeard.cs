using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;
using Akka.Configuration;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The other nodes whose heartbeats one actor system gets. Akka creates failure detectors before their system is known, so the system's event stream
/// is the key.
/// </summary>
internal sealed class PeersHeard
{
    /// <summary>Larger values of phi are reported as this one, because they have no further meaning.</summary>
    public const double MaxPhi = 100;

    private static readonly ConditionalWeakTable<EventStream, PeersHeard> All = [];
    private static readonly ConditionalWeakTable<SystemMetrics, PeersHeard> BySystem = [];

    private readonly object _lock = new();

    // Akka drops a detector when it stops to watch the node.
    private List<WeakReference<Heartbeats>> _peers = [];
    private volatile Begun? _begun;

    /// <summary>The number of detectors in the list, including those that Akka has dropped since the last one was created.</summary>
    internal int Count => Volatile.Read(ref _peers).Count;

    public static PeersHeard For(EventStream system) => All.GetValue(system, static _ => new());

    /// <summary>Null for a system without the package.</summary>
    public static PeersHeard? Of(SystemMetrics system) => BySystem.TryGetValue(system, out var peers) ? peers : null;

    /// <summary>The metrics of the system have been created.</summary>
    public void Begin(SystemMetrics metrics)
    {
        HeartbeatInstruments.Publish();
        _begun = new(metrics);
        BySystem.AddOrUpdate(metrics, this);
    }

    public Heartbeats Add(Config config)
    {
        var heartbeats = new Heartbeats(config, Record);
        lock (_lock)
        {
            _peers = [.. _peers.Where(peer => peer.TryGetTarget(out _)), new(heartbeats)];
        }

        return heartbeats;
    }

    /// <summary>The nodes that are watched now. Nodes beyond the first hundred share a name, with the largest of their values.</summary>
    public IEnumerable<Measurement<double>> Read(Func<Heartbeats.Heard, double> value) =>
        from node in Watched()
        group value(node.Last) by TagsOf(node.Heartbeats) into same
        select new Measurement<double>(same.Max(), same.Key);

    /// <summary>The heartbeats of a node as the cluster's failure detector gets them; null for a node that it has not watched for a while.</summary>
    public Heartbeats.Heard? Read(string address) =>
        Watched().FirstOrDefault(node => (node.Heartbeats.Peer, node.Heartbeats.Detector) == (address, Heartbeats.Cluster))
            is { Heartbeats: not null } node ? node.Last : null;

    // If a node has several detectors, the one with the latest heartbeat counts: Akka has dropped the others.
    private IEnumerable<(Heartbeats Heartbeats, Heartbeats.Heard Last)> Watched() =>
        Heard().GroupBy(node => (node.Heartbeats.Detector, node.Heartbeats.Peer)).Select(same => same.MinBy(node => node.Last.Age));

    private IEnumerable<(Heartbeats Heartbeats, Heartbeats.Heard Last)> Heard()
    {
        var now = Stopwatch.GetTimestamp();
        foreach (var peer in Volatile.Read(ref _peers))
        {
            if (peer.TryGetTarget(out var heartbeats) && heartbeats.Peer is not null && heartbeats.Read(now) is { } last)
            {
                yield return (heartbeats, last);
            }
        }
    }

    private KeyValuePair<string, object?>[] TagsOf(Heartbeats peer) => _begun is { } begun ? begun.Tags.For((peer.Detector, peer.Peer!)) : [];

    private void Record(Heartbeats peer, double seconds)
    {
        if (HeartbeatInstruments.Interval.Enabled && _begun is { Metrics.IsEnabled: true } && peer.Peer is not null)
        {
            HeartbeatInstruments.Interval.Record(seconds, TagsOf(peer));
        }
    }

    private sealed class Begun(SystemMetrics metrics)
    {
        public SystemMetrics Metrics { get; } = metrics;

        public Capped<(string Detector, string Peer), KeyValuePair<string, object?>[]> Tags { get; } = new(
            RemoteCounts.MaxAddresses,
            static key => (key.Detector, FoldedNames.Other),
            key => metrics.Tags.With(
                new(AkkaMetricAttributes.RemoteAddress, ForeignText.Clean(key.Peer)),
                    new KeyValuePair<string, object?>(AkkaMetricAttributes.RemoteFailureDetectorName, key.Detector)));
    }
}

/// <summary>The instruments about heartbeats.</summary>
internal static class HeartbeatInstruments
{
    public static readonly Histogram<double> Interval =
        Instruments.Durations(AkkaMetricNames.RemoteHeartbeatInterval, "Time between two heartbeats of another node.");

    static HeartbeatInstruments()
    {
        Gauge(AkkaMetricNames.RemoteHeartbeatAge, AkkaMetricNames.Seconds, "Time since the last heartbeat of another node.", read => read.Age);
        Gauge(AkkaMetricNames.RemoteHeartbeatPhi, AkkaMetricNames.Unity,
            "Phi of another node: 8 says that a heartbeat as late is one in 10^8.", read => read.Phi);
    }

    /// <summary>Makes the instruments.</summary>
    public static void Publish() => _ = Interval;

    private static void Gauge(string name, string unit, string description, Func<Heartbeats.Heard, double> value) =>
        ObservableMetrics.Gauge(name, unit, description, system => PeersHeard.Of(system.Metrics)?.Read(value) ?? []);
}
