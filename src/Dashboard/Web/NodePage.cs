using System.Text.Json;

namespace AkkaInstrumentation;

/// <summary>
/// Sends the figures of this node's page to the dashboards of the other nodes. A question begins an observation, as a request of a page does. The
/// actor that answers the other nodes calls it.
/// </summary>
internal sealed class NodePage(ObservationLease lease, HealthThresholds thresholds, NodeChanges changes, string page) : INodePage
{
    public JsonElement? AnswerTo(string question)
    {
        if (NodeQuestions.ChangeIn(question) is { } change)
        {
            return changes.AnswerTo(change);
        }

        Observation seen;
        try
        {
            seen = lease.Look();
        }
        catch (ObjectDisposedException)
        {
            return null;
        }

        return question == NodeQuestions.Report
                ? JsonSerializer.SerializeToElement(NodeFigures.Read(seen, thresholds, page), DashboardJson.Default.NodeFigures)
            : NodeQuestions.TraceIn(question) is { } trace ? TraceView.From(seen, trace)?.Shortened()
            : NodeQuestions.FlowIn(question) is { } seconds ? FlowOfNodes.Own(seen, seconds)
            : null;
    }
}
