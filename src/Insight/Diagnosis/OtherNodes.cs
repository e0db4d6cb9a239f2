namespace AkkaInstrumentation;

/// <summary>Another node of the cluster is in trouble, and something is wrong here too.</summary>
internal static class OtherNodes
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from node in seen.Found.IsEmpty && seen.TimedOut.Count == 0 ? [] : seen.Others
        let isAsked = seen.TimedOut.Any(asked => asked.Latest.Path.StartsWith($"{node.Address}/", StringComparison.Ordinal))
        select new AkkaCause(AkkaCauseKinds.OtherNode, $"{node.Address} is in trouble too: {node.Troubles[0]}.", isAsked
            ? AkkaCertainty.Likely : AkkaCertainty.Possible, actor: "")
        {
            Subject = node.Address,
            Evidence = [.. node.Troubles],
            NextStep = "Look at that node's own diagnosis: what is wrong here may be its effect, or its cause.",
        };
}

/// <summary>Another node that is in trouble, as it reports it, or that does not answer.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Troubles">Its worst troubles, or its state; never empty.</param>
internal sealed record NodeInTrouble(string Address, IReadOnlyList<string> Troubles);
