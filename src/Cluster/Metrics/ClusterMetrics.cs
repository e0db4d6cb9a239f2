using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Akka.Actor;
using Akka.Cluster;

namespace AkkaInstrumentation;

/// <summary>
/// The metrics of one node of a cluster. The instruments belong to the process and find them through the <see cref="SystemMetrics"/> of each actor
/// system.
/// </summary>
internal sealed class ClusterMetrics : IActorLifecycle
{
    // These objects end with the metrics of their actor system.
    private static readonly ConditionalWeakTable<SystemMetrics, ClusterMetrics> All = [];

    private readonly SystemMetrics _system;

    public ClusterMetrics(ExtendedActorSystem system, AkkaInstrumentationExtension instrumentation)
    {
        var metrics = _system = instrumentation.Metrics;
        Removed = new RemovedMembers(system, instrumentation);
        Members = new MembersSeen(system, metrics.Tags, Follow, Removed.UnreachableSeconds, PeersHeard.For(system.EventStream).Read);
        Regions = new RegionsAsked(system, metrics.Tags);
        Handoffs = new Handoffs(metrics.Tags);
        Buffers = new ShardBuffers(instrumentation);
        Singletons = new SingletonsHere(metrics.Tags);
        Nodes = new NodesAsked(
            system, Members, question => OwnAnswer(question, instrumentation.Insight.Page), news => instrumentation.Insight.Kept.Told(news));
        All.AddOrUpdate(metrics, this);
    }

    public MembersSeen Members { get; }

    public RemovedMembers Removed { get; }

    public RegionsAsked Regions { get; }

    public Handoffs Handoffs { get; }

    public ShardBuffers Buffers { get; }

    public SingletonsHere Singletons { get; }

    public NodesAsked Nodes { get; }

    /// <summary>Null for a system whose cluster is not instrumented.</summary>
    public static ClusterMetrics? Find(SystemMetrics system) => All.TryGetValue(system, out var metrics) ? metrics : null;

    private void Follow(Cluster cluster)
    {
        Removed.Follow(cluster);
        Nodes.Start();
    }

    // The report of this node to the other nodes and to itself.
    private string OwnAnswer(string question, INodePage? page)
    {
        var shown = page?.AnswerTo(question);
        return question == NodeQuestions.Report
            ? JsonSerializer.Serialize(new NodeReport(shown, WhatRegionsKeep(), [.. Singletons.Running]), NodeJson.Default.NodeReport)
            : shown?.GetRawText() ?? "";
    }

    private IReadOnlyList<RegionReport> WhatRegionsKeep()
    {
        var kept = Buffers.Read(Stopwatch.GetTimestamp()).ToDictionary(buffer => buffer.Type, buffer => buffer.Messages);
        return [.. Regions.Reports().Select(region => region with { Kept = kept.GetValueOrDefault(region.Type) })];
    }

    void IActorLifecycle.Started(ActorCell actor)
    {
        Buffers.Started(actor);
        Handoffs.Started(actor);
        Singletons.Started(actor);
    }

    void IActorLifecycle.Restarts(IActorRef actor) => Buffers.Dropped(actor);

    void IActorLifecycle.Stopped(IActorRef actor)
    {
        Buffers.Dropped(actor);
        Singletons.Stopped(actor);
        if (Handoffs.Stopped(actor, out var seconds, out var attributes) && _system.IsEnabled)
        {
            ClusterInstruments.HandoffDuration.Record(seconds, attributes);
        }
    }
}
