using System.Diagnostics;
using System.Text.Json;

namespace AkkaInstrumentation;

/// <summary>Who sent what to whom, on this node or on all nodes of its cluster.</summary>
internal static class FlowOfNodes
{
    /// <summary>Of all nodes together. A map of more is slow to draw, and nobody can read it.</summary>
    public const int MaxOfAllNodes = 200;

    /// <summary>The flows of this node.</summary>
    public static AkkaFlowMap Here(Observation seen, int seconds) => seen.System.Insight.FlowHistory.Last(seconds, Stopwatch.GetTimestamp());

    /// <summary>The flows of all nodes that have answered so far; those of this one without a cluster.</summary>
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

    /// <summary>The answer of this node to another one: as many flows as fit, the busiest.</summary>
    public static JsonElement Own(Observation seen, int seconds) => NodeAnswers.Fitting(
        FlowMapView.From(Here(seen, seconds)), DashboardJson.Default.FlowMapView, map => map.Shortened());
}
