using System.Diagnostics;
using System.Text.Json;

namespace AkkaInstrumentation;

/// <summary>Reads who sent what to whom, on this node or on all nodes of its cluster.</summary>
internal static class FlowOfNodes
{
    /// <summary>The largest number of flows for all nodes together. A larger map is slow to draw and hard to read.</summary>
    public const int MaxOfAllNodes = 200;

    /// <summary>The flows of this node.</summary>
    public static AkkaFlowMap Here(Observation seen, int seconds) => seen.System.Insight.FlowHistory.Last(seconds, Stopwatch.GetTimestamp());

    /// <summary>The flows of all nodes that have answered so far; without a cluster, those of this node.</summary>
    public static AkkaFlowMap Read(Observation seen, int seconds)
    {
        var own = Here(seen, seconds);
        return seen.System.Insight.Nodes is { } cluster && cluster.Read() is { } read
            ? AkkaFlowMap.Sum(MaxOfAllNodes, [own, .. cluster.Ask(NodeQuestions.Flow(seconds))
                .Where(answer => answer.Address != read.Self && answer.State == "answers")
                .Select(answer => NodeAnswers.Read(answer.Content, DashboardJson.Default.FlowMapView))
                .OfType<FlowMapView>()
                .Select(map => map.ToMap())])
            : own;
    }

    /// <summary>The answer of this node to another one: the busiest flows, as many as fit.</summary>
    public static JsonElement Own(Observation seen, int seconds) => NodeAnswers.Fitting(
        FlowMapView.From(Here(seen, seconds)), DashboardJson.Default.FlowMapView, map => map.Shortened());
}
