namespace AkkaInstrumentation;

/// <summary>One trace, gathered from the nodes that have a part of it.</summary>
/// <param name="Trace">The known part of the trace; null if there is none.</param>
/// <param name="Asks">Whether an answer of a node is still missing.</param>
internal sealed record TraceOfNodes(TraceView? Trace, bool Asks)
{
    public static TraceOfNodes Read(Observation seen, string id)
    {
        var own = TraceView.From(seen, id);
        if (!TraceStore.IsId(id) || seen.System.Insight.Nodes is not { } cluster || cluster.Read() is not { } read)
        {
            return new(own, Asks: false);
        }

        var answers = cluster.Ask(NodeQuestions.Trace(id)).Where(answer => answer.Address != read.Self).ToList();
        List<(string Node, TraceView Part)> parts = [.. answers
            .Select(answer => (answer.Address, Part: NodeAnswers.Read(answer.Content, DashboardJson.Default.TraceView)))
            .Prepend((Address: read.Self, Part: own))
            .Where(part => part.Part is not null)
            .Select(part => (part.Address, part.Part!))];
        var asks = answers.Exists(answer => answer.State == "asked");
        if ((parts.Count == 0 ? null : TraceView.From(parts)) is not { Hops.Count: > 0 } trace)
        {
            return new(Trace: null, asks);
        }

        var hops = trace.Hops.GroupBy(hop => hop.Node!).ToDictionary(node => node.Key, node => node.Count());
        var nodes = answers
            .Select(answer => new TraceNodeView(answer.Address, answer.State, hops.GetValueOrDefault(answer.Address)))
            .Append(new TraceNodeView(read.Self, "answers", hops.GetValueOrDefault(read.Self)))
            .Where(node => node.Hops > 0 || node.State is not ("answers" or "gone"))
            .OrderByDescending(node => node.Hops);
        return new(trace with { Nodes = [.. nodes] }, asks);
    }
}
